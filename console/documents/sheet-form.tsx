import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { NewerNote } from '../components/newer-note.tsx';
import type { ThirdPartyName } from '../support/answers.ts';
import { useConsole } from '../support/scene.ts';
import { isTyping } from '../support/typing.ts';
import { useWriter, type Writer } from '../support/write.ts';
import type { DocumentImport } from './answers.ts';
import { DocumentFields, Totals } from './document-fields.tsx';
import { openDraft, toSheetBody, type Draft } from './draft.ts';
import type { BookNames } from './names.ts';
import { PartyFields, type PartyChoice } from './party-fields.tsx';
import { SheetContext } from './sheet-field.tsx';
import { SheetLines } from './sheet-lines.tsx';
import { sayIn } from './words.ts';

interface SheetFormProps {
  readonly document: DocumentImport;
  readonly names: BookNames;
  readonly canWrite: boolean;
  /** Validated although it is a duplicate. */
  readonly isForced: boolean;
  readonly onLook: (path: string | null) => void;
  readonly onDone: () => void;
  readonly onChanged: () => void;
}

/** What was read from the document, to be corrected and validated. */
export function SheetForm({ document, names, canWrite, isForced, onLook, onDone, onChanged }: SheetFormProps) {
  const { language } = useConsole();
  const tell = sayIn(language);
  const writer = useWriter();
  const sheet = useSheetDraft(document, names);
  const { draft, initial, setDraft } = sheet;
  const { party, setParty, findOrCreateParty } = useParty(document, draft, writer);
  const [isBooked, setBooked] = useState(true);
  const form = useRef<HTMLFormElement>(null);
  const path = `/document-imports/${document.id}`;

  const save = async (): Promise<void> => {
    if (!canWrite || writer.isBusy || !sheet.isDirty || !form.current?.reportValidity()) return;
    const sent = await writer.write<DocumentImport>({
      method: 'PATCH',
      path,
      body: { extracted: toSheetBody(draft, document) },
      baseVersion: sheet.version,
      done: tell('saved'),
      onUndone: onChanged,
      onTheirs: (record) => sheet.reopen(record as unknown as DocumentImport),
    });
    if (!sent) return;
    sheet.reopen(sent.body);
    onChanged();
  };
  const validate = async (): Promise<void> => {
    if (!canWrite || writer.isBusy || !form.current?.reportValidity()) return;
    const chosen = await findOrCreateParty();
    if (chosen === 'refused') return;
    const sent = await writer.write({
      method: 'POST',
      path: `${path}/validate`,
      body: {
        ...toValidation(draft, names, chosen),
        ...(sheet.isDirty && { extracted: toSheetBody(draft, document) }),
        book: isBooked,
        ...(isForced && { force: true }),
      },
      baseVersion: sheet.version,
      done: tell(isBooked ? 'validated_and_booked' : 'validated'),
      onUndone: onChanged,
      onTheirs: (record) => sheet.reopen(record as unknown as DocumentImport),
    });
    if (sent) onDone();
  };
  useFormKeys(form, canWrite ? { save, validate } : null);

  const fields = useMemo(() => new Map(document.fields?.map((field) => [field.path, field])), [document]);
  const scene = { fields, isReadOnly: !canWrite, onLook, getErrors: writer.getErrors };
  return (
    <SheetContext.Provider value={scene}>
      <form
        ref={form}
        class="sheet-form"
        aria-label={tell('sheet')}
        onSubmit={(event) => {
          event.preventDefault();
          void validate();
        }}
        // Enter goes to the next step only with Ctrl: a slip must not book.
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && event.target instanceof HTMLInputElement)
            event.preventDefault();
        }}
        onFocusOut={({ relatedTarget }) => {
          if (!(relatedTarget instanceof Node && form.current?.contains(relatedTarget))) onLook(null);
        }}
      >
        {canWrite && <NewerNote resource="document-imports" id={document.id} version={sheet.version} />}
        <OtherProblems writer={writer} />
        <PartyFields
          draft={draft}
          initial={initial}
          choice={party}
          suggested={document.suggested_third_party}
          reason={document.suggestions?.third_party?.reason.message ?? null}
          onChoose={setParty}
          onChange={setDraft}
        />
        <DocumentFields draft={draft} initial={initial} onChange={setDraft} />
        <SheetLines draft={draft} initial={initial} names={names} onChange={setDraft} />
        <Totals draft={draft} document={document} />
        {canWrite && (
          <SheetActions
            isBusy={writer.isBusy}
            isDirty={sheet.isDirty}
            isBooked={isBooked}
            onBook={setBooked}
            onSave={() => void save()}
          />
        )}
      </form>
    </SheetContext.Provider>
  );
}

function useParty(document: DocumentImport, draft: Draft, writer: Writer) {
  const [party, setParty] = useState<PartyChoice>(() => openParty(document));
  return {
    party,
    setParty,
    /** A change of its own: the third party stays if the validation is undone, and is not created twice. */
    async findOrCreateParty(): Promise<ThirdPartyName | null | 'refused'> {
      if (party.chosen || !party.isNew) return party.chosen;
      const body = toNewParty(draft, document);
      const sent = await writer.write<ThirdPartyName>({ method: 'POST', path: '/third-parties', body });
      if (!sent) return 'refused';
      setParty({ chosen: sent.body, isNew: false });
      return sent.body;
    },
  };
}

const toValidation = ({ direction, lines }: Draft, names: BookNames, chosen: ThirdPartyName | null) => ({
  ...(chosen && { third_party_id: chosen.id }),
  ...(direction !== '' && { direction }),
  lines: lines.map(({ account, vatCode }) => ({
    account_id: names.findAccountId(account),
    vat_code_id: names.findVatCodeId(vatCode),
  })),
});

interface SheetActionsProps {
  readonly isBusy: boolean;
  readonly isDirty: boolean;
  readonly isBooked: boolean;
  readonly onBook: (isBooked: boolean) => void;
  readonly onSave: () => void;
}

/** Validating is the submission of the form. */
function SheetActions({ isBusy, isDirty, isBooked, onBook, onSave }: SheetActionsProps) {
  const tell = sayIn(useConsole().language);
  return (
    <div class="actions">
      <label>
        <input type="checkbox" checked={isBooked} onChange={({ currentTarget }) => onBook(currentTarget.checked)} />{' '}
        {tell('book_it')}
      </label>
      <p class="tools">
        <button type="submit" class="primary" disabled={isBusy} aria-keyshortcuts="Control+Enter Meta+Enter">
          {tell('validate')} <kbd>Ctrl ⏎</kbd>
        </button>
        <button type="button" disabled={isBusy || !isDirty} aria-keyshortcuts="Control+S Meta+S" onClick={onSave}>
          {tell('save')} <kbd>Ctrl S</kbd>
        </button>
        <span class="quiet">
          <kbd>e</kbd> {tell('key_edit')} · <kbd>Esc</kbd> {tell('key_leave')}
        </span>
      </p>
    </div>
  );
}

interface SheetDraft {
  readonly draft: Draft;
  /** As it was read, or saved last. */
  readonly initial: Draft;
  /** The version that the draft began with. */
  readonly version: number;
  readonly isDirty: boolean;
  setDraft(draft: Draft): void;
  reopen(document: DocumentImport): void;
}

/** A later version replaces the draft, unless something was typed. */
function useSheetDraft(document: DocumentImport, names: BookNames): SheetDraft {
  const open = (from: DocumentImport) => {
    const draft = openDraft(from, names);
    return { draft, initial: draft, version: from.version };
  };
  const [state, setState] = useState(() => open(document));
  const isDirty =
    JSON.stringify(toSheetBody(state.draft, document)) !== JSON.stringify(toSheetBody(state.initial, document));
  useEffect(() => {
    if (document.version > state.version && !isDirty) setState(open(document));
  }, [document.version]);
  return {
    ...state,
    isDirty,
    setDraft: (draft) => setState((before) => ({ ...before, draft })),
    reopen: (from) => setState(open(from)),
  };
}

const openParty = ({ suggested_third_party: suggested, extracted }: DocumentImport): PartyChoice => ({
  chosen: suggested,
  isNew: suggested === null && Boolean(extracted?.counterparty['name']),
});

/** A new third party takes over what the document says about it. */
function toNewParty({ party, direction }: Draft, { extracted }: DocumentImport): object {
  const { iban: _, ...read } = extracted!.counterparty;
  const given = { ...read, name: party.name, vat_number: party.vat_number };
  return {
    type: direction === 'sale' ? 'customer' : 'supplier',
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== '')),
    ...(party.iban !== '' && { ibans: [party.iban] }),
  };
}

/** Keys that work while one types in the form, and those that lead into it. */
function useFormKeys(
  form: { readonly current: HTMLFormElement | null },
  actions: { readonly save: () => Promise<void>; readonly validate: () => Promise<void> } | null,
): void {
  const current = useRef(actions);
  current.current = actions;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.target instanceof HTMLElement && event.target.closest('dialog')) return;
      const isCommand = event.ctrlKey || event.metaKey;
      if (isCommand && event.key === 'Enter') void current.current?.validate();
      else if (isCommand && event.key === 's') void current.current?.save();
      else if (event.key === 'e' && !isTyping(event))
        form.current?.querySelector<HTMLElement>('input, select')?.focus();
      else if (event.key === 'Escape' && form.current?.contains(event.target as Node))
        document.getElementById('chosen-document')?.focus();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

/** Refusals that no field of the form shows. */
function OtherProblems({ writer: { problem } }: { readonly writer: Writer }) {
  if (!problem) return null;
  const shown = /^(extracted\.|lines\.\d+\.(account|vat_code)_id$|third_party_id$|name$|vat_number$|ibans|direction$)/;
  const others = Object.entries(problem.errors).flatMap(([name, messages]) => (shown.test(name) ? [] : messages));
  return <p role="alert">{others.length > 0 ? others.join(' ') : problem.message}</p>;
}
