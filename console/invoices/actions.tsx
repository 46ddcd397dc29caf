import { useState } from 'preact/hooks';
import { DemoNote } from '../components/demo-note.tsx';
import { useConsole } from '../support/scene.ts';
import { useWriter } from '../support/write.ts';
import { isOffer } from './amounts.ts';
import type { Channel, Invoice, IssuePreview } from './answers.ts';
import { CreditDialog } from './credit-dialog.tsx';
import { ReverseDialog } from './reverse-dialog.tsx';
import { SendDialog } from './send-dialog.tsx';
import { useShortcuts } from './shortcuts.ts';
import { sayIn } from './words.ts';

interface ActionsProps {
  readonly invoice: Invoice;
  readonly preview: IssuePreview | null;
  readonly canWrite: boolean;
  readonly isPrinted: boolean;
  readonly onEdit: () => void;
  readonly onPrinted: () => void;
  readonly onChanged: () => void;
}

export function Actions({ invoice, preview, canWrite, isPrinted, onEdit, onPrinted, onChanged }: ActionsProps) {
  const { language } = useConsole();
  const tell = sayIn(language);
  const isDraft = invoice.status === 'pending';
  useShortcuts({ p: onPrinted, ...(canWrite && isDraft && { e: onEdit }) });
  return (
    <>
      <div class="tools actions">
        <button type="button" aria-pressed={isPrinted} aria-keyshortcuts="p" onClick={onPrinted}>
          {tell('printed')} <kbd>p</kbd>
        </button>
        {canWrite && isDraft && (
          <button type="button" aria-keyshortcuts="e" onClick={onEdit}>
            {tell('edit')} <kbd>e</kbd>
          </button>
        )}
        {canWrite &&
          (isDraft ? (
            <DraftActions invoice={invoice} onChanged={onChanged} />
          ) : (
            <Corrections invoice={invoice} onChanged={onChanged} />
          ))}
      </div>
      {canWrite && preview && <Channels invoice={invoice} channels={preview.channels} onChanged={onChanged} />}
    </>
  );
}

type ChangeProps = Pick<ActionsProps, 'invoice' | 'onChanged'>;

/** A draft is posted or deleted; an offer becomes an invoice. */
function DraftActions({ invoice, onChanged }: ChangeProps) {
  const { language, place, goTo } = useConsole();
  const tell = sayIn(language);
  const { write, isBusy, problem } = useWriter();
  const { id, version, converted_to_id } = invoice;
  const path = `/documents/${id}`;
  const post = async (): Promise<void> => {
    const change = { method: 'POST', path: `${path}/book`, body: {}, baseVersion: version } as const;
    await write({ ...change, done: tell('posted', { kind: tell(`kind_${invoice.kind}`) }), onUndone: onChanged });
    onChanged();
  };
  const convert = async (): Promise<void> => {
    const change = {
      method: 'POST',
      path: `${path}/convert`,
      body: { kind: 'invoice' },
      baseVersion: version,
    } as const;
    const sent = await write<Invoice>({ ...change, done: tell('converted'), onUndone: () => goTo(place) });
    if (sent) goTo({ ...place, item: String(sent.body.id) });
  };
  const remove = async (): Promise<void> => {
    const change = { method: 'DELETE', path, baseVersion: version } as const;
    if (await write({ ...change, done: tell('deleted') })) goTo({ ...place, item: undefined });
  };
  useShortcuts({ ...(!isOffer(invoice) && { b: () => void post() }) });
  return (
    <>
      {isOffer(invoice) ? (
        converted_to_id === null && (
          <button type="button" class="primary" disabled={isBusy} onClick={() => void convert()}>
            {tell('convert')}
          </button>
        )
      ) : (
        <button type="button" class="primary" disabled={isBusy} aria-keyshortcuts="b" onClick={() => void post()}>
          {tell('post')} <kbd>b</kbd>
        </button>
      )}
      <button type="button" disabled={isBusy} onClick={() => void remove()}>
        {tell('delete')}
      </button>
      {problem && Object.keys(problem.errors).length > 0 && <p role="alert">{problem.message}</p>}
    </>
  );
}

/** What was issued is never changed: it is credited, or its entry reversed. */
function Corrections({ invoice, onChanged }: ChangeProps) {
  const { language } = useConsole();
  const tell = sayIn(language);
  const [dialog, setDialog] = useState<'credit' | 'reverse' | null>(null);
  const props = { invoice, onChanged, onClose: () => setDialog(null) };
  const isCreditable = invoice.direction === 'sale' && !invoice.is_credit_note;
  useShortcuts({ ...(isCreditable && { c: () => setDialog('credit') }), r: () => setDialog('reverse') });
  return (
    <>
      {isCreditable && (
        <button type="button" aria-keyshortcuts="c" onClick={() => setDialog('credit')}>
          {tell('credit')} <kbd>c</kbd>
        </button>
      )}
      <button type="button" aria-keyshortcuts="r" onClick={() => setDialog('reverse')}>
        {tell('reverse')} <kbd>r</kbd>
      </button>
      {dialog === 'credit' && <CreditDialog {...props} />}
      {dialog === 'reverse' && <ReverseDialog {...props} />}
    </>
  );
}

interface ChannelsProps extends ChangeProps {
  readonly channels: readonly Channel[];
}

/** The ways to send it. One that is closed stays visible, with the reason. */
function Channels({ invoice, channels, onChanged }: ChannelsProps) {
  const { language } = useConsole();
  const tell = sayIn(language);
  const [opened, setOpened] = useState<Channel | null>(null);
  if (invoice.direction !== 'sale') return null;
  return (
    <div class="channels">
      <ul>
        {channels.map((one) => (
          <li key={one.channel}>
            <button
              type="button"
              disabled={one.problem !== null}
              aria-describedby={one.problem === null ? undefined : `why-not-${one.channel}`}
              onClick={() => setOpened(one)}
            >
              {tell(`send_by_${one.channel}`)}
            </button>
            {one.problem !== null && (
              <span id={`why-not-${one.channel}`} class="quiet">
                {one.problem.message}
              </span>
            )}
          </li>
        ))}
      </ul>
      <DemoNote of="mail" />
      {opened && (
        <SendDialog invoice={invoice} channel={opened} onChanged={onChanged} onClose={() => setOpened(null)} />
      )}
    </div>
  );
}
