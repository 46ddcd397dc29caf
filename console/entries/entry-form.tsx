import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useAccounts } from '../components/account-input.tsx';
import { useToasts } from '../components/toasts.tsx';
import { useVatCodes } from '../components/vat-code-input.tsx';
import type { FileViewProps } from '../shell/file-component.ts';
import { buildHash } from '../support/place.ts';
import { getFilePath, getLoadedValue, useConsole, useLoaded } from '../support/scene.ts';
import { useWriter } from '../support/write.ts';
import type { AnalyticCode, JournalName } from './answers.ts';
import { useCopiedDraft } from './copied-draft.ts';
import {
  createDraft,
  getPostingPath,
  isEmptyDraft,
  listFilledLines,
  listKinds,
  toBody,
  type EntryDraft,
} from './draft.ts';
import { keepDraft, readDraft } from './draft-store.ts';
import { useJournals } from './entry-filters.tsx';
import { EntryHead } from './entry-head.tsx';
import { EntryLines } from './entry-lines.tsx';
import { EntrySummary } from './entry-summary.tsx';
import { TemplateTools } from './template-tools.tsx';
import { usePreview } from './use-preview.ts';
import { sayIn } from './words.ts';

/** The `item` of the address that opens the form with what was typed before, or empty. */
export const NEW = 'new';

/** The form for a new entry. It waits for what it begins with: the journals, and the entry that it copies. */
export function EntryForm({ day }: FileViewProps) {
  const { say, place } = useConsole();
  const journals = useJournals();
  const copied = useCopiedDraft(day);
  if (journals.length === 0 || copied === 'loading')
    return (
      <p class="quiet" aria-busy="true">
        {say('loading')}
      </p>
    );
  const active = journals.filter((journal) => journal.is_active);
  const kept = readDraft(place.file!);
  return <OpenForm journals={active} day={day} initial={copied ?? kept ?? beginDraft(active, place.journal, day)} />;
}

/** In the journal that the list shows, or in the first for miscellaneous operations. */
function beginDraft(journals: readonly JournalName[], chosen: string | undefined, day: string): EntryDraft {
  const journal =
    journals.find(({ id }) => String(id) === chosen) ??
    journals.find(({ type }) => type === 'miscellaneous') ??
    journals[0];
  return createDraft(String(journal?.id ?? ''), day, listKinds(journal)[0]);
}

interface OpenFormProps {
  readonly journals: readonly JournalName[];
  readonly day: string;
  readonly initial: EntryDraft;
}

interface Posted {
  readonly id: number;
  readonly number: number;
  readonly journal: { readonly code: string };
}

function OpenForm({ journals, day, initial }: OpenFormProps) {
  const { place, language } = useConsole();
  const tell = sayIn(language);
  const accounts = useAccounts();
  const codes = useVatCodes();
  const analytics = useAnalyticCodes();
  const form = useRef<HTMLFormElement>(null);
  const writer = useWriter();
  const [draft, setDraft] = useState(initial);
  const [posted, setPosted] = useState<Posted | null>(null);
  const previewed = usePreview(draft);
  const showReplaced = useReplacedNotice(setDraft);
  useKeptDraft(initial, draft, (kept) => showReplaced(tell('replaced'), kept));
  useEffect(() => focusField(form.current, 'label'), []);

  const change = (next: EntryDraft): void => {
    setDraft(next);
    if (writer.problem) writer.clear();
  };
  /** Replaces what is typed, which the notice brings back. */
  const replace = (next: EntryDraft, done: string): void => {
    change(next);
    focusField(form.current, 'label');
    if (!isEmptyDraft(draft)) showReplaced(done, draft);
  };
  /** Goes on with the next entry of the same day. */
  const nextDraft = createDraft(draft.journalId, draft.date, draft.kind);
  const post = async (): Promise<void> => {
    if (writer.isBusy || !form.current?.reportValidity()) return;
    const sent = await writer.write<Posted>({
      method: 'POST',
      path: getPostingPath(draft),
      body: toBody(draft),
      done: tell('posted'),
    });
    if (!sent) return focusFirstProblem(form.current);
    setPosted(sent.body);
    change(nextDraft);
    focusField(form.current, 'label');
  };
  const problem = writer.problem ?? previewed.problem;
  const getErrors = (field: string): readonly string[] => problem?.errors[field] ?? [];
  const filled = listFilledLines(draft);
  return (
    <>
      <div class="view-head">
        <h2>{tell('new_entry')}</h2>
        <a href={buildHash({ ...place, item: undefined })}>{tell('to_list')}</a>
      </div>
      <TemplateTools
        draft={draft}
        day={day}
        accounts={accounts}
        codes={codes}
        onFill={(filled) => replace(filled, tell('replaced'))}
      />
      <form
        ref={form}
        class="entry-form"
        noValidate
        aria-label={tell('new_entry')}
        onSubmit={(event) => {
          event.preventDefault();
          void post();
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void post();
        }}
      >
        <EntryHead draft={draft} journals={journals} getErrors={getErrors} onChange={change} />
        <EntryLines
          draft={draft}
          accounts={accounts}
          codes={codes}
          analytics={analytics}
          journal={journals.find(({ id }) => String(id) === draft.journalId)}
          getErrors={(line, fields) => listLineErrors(problem?.errors ?? {}, filled.indexOf(line), fields)}
          onChange={change}
        />
        <EntrySummary
          draft={draft}
          previewed={previewed}
          problem={problem}
          isBusy={writer.isBusy}
          isEmpty={isEmptyDraft(draft)}
          onDiscard={() => replace(nextDraft, tell('emptied'))}
        />
      </form>
      {posted && <PostedNote entry={posted} />}
    </>
  );
}

/** Tells that the draft was replaced. The notice brings the earlier one back. */
function useReplacedNotice(setDraft: (draft: EntryDraft) => void): (text: string, kept: EntryDraft) => void {
  const { place } = useConsole();
  const show = useToasts();
  return (text, kept) =>
    show({
      text,
      undo: async () => {
        // The form may have been left meanwhile: then it begins with this when it is opened again.
        keepDraft(place.file!, kept);
        setDraft(kept);
      },
    });
}

/** Keeps the draft in the tab. A copy takes the place of an earlier one, which is handed to `onReplaced`. */
function useKeptDraft(initial: EntryDraft, draft: EntryDraft, onReplaced: (kept: EntryDraft) => void): void {
  const { place } = useConsole();
  const file = place.file!;
  useLayoutEffect(() => {
    const kept = readDraft(file);
    if (kept && place.item !== NEW && initial !== kept) onReplaced(kept);
  }, []);
  // Before the frame is painted, so that the last letter is kept even if the form is left at once.
  useLayoutEffect(() => keepDraft(file, isEmptyDraft(draft) ? null : draft), [draft]);
}

function PostedNote({ entry: { id, number, journal } }: { readonly entry: Posted }) {
  const { place, language } = useConsole();
  return (
    <p role="status">
      {sayIn(language)('posted_as')}{' '}
      <a href={buildHash({ ...place, item: undefined, entry: String(id) })}>
        {journal.code} {number}
      </a>
    </p>
  );
}

function useAnalyticCodes(): readonly AnalyticCode[] {
  const { api, place } = useConsole();
  const path = `${getFilePath(place)}/analytic-codes`;
  const query = { is_active: 'true' };
  return getLoadedValue(useLoaded(path, (signal) => api.get<readonly AnalyticCode[]>(path, query, signal))) ?? NONE;
}

const NONE: readonly AnalyticCode[] = [];

/** Messages about fields of a line, also about their parts. */
const listLineErrors = (
  errors: Readonly<Record<string, readonly string[]>>,
  index: number,
  fields: readonly string[],
): readonly string[] =>
  Object.entries(errors).flatMap(([name, messages]) =>
    fields.some((field) => name === `lines.${index}.${field}` || name.startsWith(`lines.${index}.${field}.`))
      ? messages
      : [],
  );

const focusField = (form: HTMLFormElement | null, name: string): void =>
  form?.querySelector<HTMLElement>(`[data-field="${name}"]`)?.focus();

/** After the messages are shown. */
const focusFirstProblem = (form: HTMLFormElement | null): void => {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
};
