import { DemoNote } from '../components/demo-note.tsx';
import { ApiProblem } from '../support/api.ts';
import { Shown } from '../support/loading.tsx';
import { getFilePath, useConsole, useLoaded } from '../support/scene.ts';
import type { MailSender, PeppolRegistration } from './answers.ts';
import { sayIn } from './settings-words.ts';

const MARKS: Readonly<Record<PeppolRegistration['status'], string>> = {
  active: 'good',
  pending: 'warn',
  refused: 'bad',
  suspended: 'bad',
};

/** Whether invoices can be sent: by Peppol, and by mail from an address of the company. */
export function Exchange() {
  const { language } = useConsole();
  const tell = sayIn(language);
  return (
    <section class="card" aria-labelledby="exchange">
      <h3 id="exchange">{tell('exchange')}</h3>
      <h4>Peppol</h4>
      <DemoNote of="peppol" />
      <Peppol />
      <h4>{tell('mail')}</h4>
      <DemoNote of="mail" />
      <Mail />
    </section>
  );
}

function Peppol() {
  const { api, place, language } = useConsole();
  const tell = sayIn(language);
  const path = `${getFilePath(place)}/peppol`;
  const registration = useLoaded<{ readonly found: PeppolRegistration | null }>(path, async (signal) => {
    try {
      return { found: await api.get<PeppolRegistration>(path, {}, signal) };
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 404) return { found: null };
      throw error;
    }
  });
  return (
    <Shown of={registration}>
      {({ found }) =>
        found === null ? (
          <p>{tell('peppol_none')}</p>
        ) : (
          <p>
            {found.full_id} <span class={`badge ${MARKS[found.status]}`}>{tell(`peppol_${found.status}`)}</span>{' '}
            {found.reason} {found.status === 'active' && tell(found.incoming_enabled ? 'peppol_both' : 'peppol_sends')}
          </p>
        )
      }
    </Shown>
  );
}

function Mail() {
  const { api, place, language } = useConsole();
  const tell = sayIn(language);
  const path = `${getFilePath(place)}/mail/senders`;
  const senders = useLoaded(path, (signal) => api.get<{ readonly data: readonly MailSender[] }>(path, {}, signal));
  return (
    <Shown of={senders}>
      {({ data }) =>
        data.length === 0 ? (
          <p>{tell('mail_none')}</p>
        ) : (
          <ul class="plain-list">
            {data.map(({ id, address, domain, status }) => (
              <li key={`${id} ${address ?? domain}`}>
                {address ?? `@${domain}`}{' '}
                <span class={status === 'verified' ? 'badge good' : 'badge warn'}>{tell(`mail_${status}`)}</span>
              </li>
            ))}
          </ul>
        )
      }
    </Shown>
  );
}
