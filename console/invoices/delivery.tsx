import type { Page } from '../support/answers.ts';
import { Shown } from '../support/loading.tsx';
import { getFilePath, useConsole, useLoaded } from '../support/scene.ts';
import type { Sending, SentMail, SentMessage } from './answers.ts';
import { sayIn } from './words.ts';

/** By status of a mail or a message of a network. */
const MARKS: Readonly<Record<string, string>> = {
  sent: 'good',
  delivered: 'good',
  accepted: 'good',
  failed: 'bad',
  rejected: 'bad',
  queued: 'warn',
};

const STATUSES = ['queued', 'sent', 'delivered', 'accepted', 'rejected', 'failed', 'received'] as const;
const isStatus = (text: string): text is (typeof STATUSES)[number] => STATUSES.some((one) => one === text);

/** Where the document was sent, and what came of it. Nothing is shown before it was sent. */
export function Delivery({ id }: { readonly id: number }) {
  const { api, place, language } = useConsole();
  const tell = sayIn(language);
  const path = getFilePath(place);
  const sent = useLoaded(`${path} sent ${id}`, async (signal) => {
    const query = { document_id: id, per_page: 100 };
    const [mails, messages] = await Promise.all([
      api.get<Page<SentMail>>(`${path}/mails`, query, signal),
      api.get<Page<SentMessage>>(`${path}/peppol/messages`, query, signal),
    ]);
    return [
      ...mails.data.map((mail) => ({ ...mail, channel: 'mail' as const, recipient: mail.to.join(', ') })),
      ...messages.data.map((message) => ({ ...message, channel: message.network, recipient: message.participant })),
    ];
  });
  return (
    <Shown of={sent}>
      {(all) =>
        all.length > 0 && (
          <section class="card delivery" aria-labelledby="delivery">
            <h3 id="delivery">{tell('delivery')}</h3>
            <ul class="findings">
              {all.map(({ channel, recipient, ...sending }) => (
                <li key={`${channel} ${sending.id}`}>
                  <Status sending={sending} /> {tell(`by_${channel}`)} {recipient}
                </li>
              ))}
            </ul>
          </section>
        )
      }
    </Shown>
  );
}

function Status({ sending: { status, error, created_at } }: { readonly sending: Sending }) {
  const { format, language } = useConsole();
  const tell = sayIn(language);
  return (
    <>
      <span class={`badge ${MARKS[status] ?? ''}`}>{isStatus(status) ? tell(`sent_${status}`) : status}</span>{' '}
      {format.minute(created_at)}
      {error && <span class="wrong"> {error.message}</span>}
    </>
  );
}
