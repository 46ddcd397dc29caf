import { Field } from '../components/field.tsx';
import { ThirdPartyInput } from '../components/third-party-input.tsx';
import { useConsole } from '../support/scene.ts';
import type { JournalName } from './answers.ts';
import { getDirection, isEmptyLine, listKinds, type EntryDraft, type Kind } from './draft.ts';
import { sayIn } from './words.ts';

interface EntryHeadProps {
  readonly draft: EntryDraft;
  readonly journals: readonly JournalName[];
  readonly getErrors: (field: string) => readonly string[];
  readonly onChange: (draft: EntryDraft) => void;
}

/** Journal, day and description; for an invoice also its third party. */
export function EntryHead({ draft, journals, getErrors, onChange }: EntryHeadProps) {
  const { say, language } = useConsole();
  const tell = sayIn(language);
  const journal = journals.find(({ id }) => String(id) === draft.journalId);
  const kinds = listKinds(journal);
  const chooseJournal = (journalId: string): void => {
    const possible = listKinds(journals.find(({ id }) => String(id) === journalId));
    // What is typed already stays as it is, if the journal takes it.
    const isKept = possible.includes(draft.kind) && !draft.lines.every(isEmptyLine);
    onChange({ ...draft, journalId, kind: isKept ? draft.kind : possible[0]! });
  };
  const direction = getDirection(journal);
  return (
    <div class="entry-fields card">
      <Field label={say('date')} problems={getErrors('entry_date')}>
        {(control) => (
          <input
            {...control}
            type="date"
            value={draft.date}
            onInput={(event) => onChange({ ...draft, date: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field label={say('journal')} problems={getErrors('journal_id')}>
        {(control) => (
          <select {...control} value={draft.journalId} onChange={(event) => chooseJournal(event.currentTarget.value)}>
            {journals.map(({ id, code, label }) => (
              <option key={id} value={id}>
                {code} · {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      {kinds.length > 1 && (
        <Field label={tell('kind')}>
          {(control) => (
            <select
              {...control}
              value={draft.kind}
              onChange={(event) => onChange({ ...draft, kind: event.currentTarget.value as Kind })}
            >
              {kinds.map((kind) => (
                <option key={kind} value={kind}>
                  {tell(`kind_${kind}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      {draft.kind !== 'free' && (
        <Field label={tell(direction === 'sale' ? 'customer' : 'supplier')} problems={getErrors('third_party_id')}>
          {(control) => (
            <ThirdPartyInput
              {...control}
              value={draft.party}
              type={direction === 'sale' ? 'customer' : 'supplier'}
              onInput={(party) => onChange({ ...draft, party })}
            />
          )}
        </Field>
      )}
      <Field label={say('label')} problems={getErrors('label')}>
        {(control) => (
          <input
            {...control}
            data-field="label"
            maxLength={200}
            value={draft.label}
            onInput={(event) => onChange({ ...draft, label: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field label={say('reference')} problems={getErrors('reference')}>
        {(control) => (
          <input
            {...control}
            maxLength={100}
            value={draft.reference}
            onInput={(event) => onChange({ ...draft, reference: event.currentTarget.value })}
          />
        )}
      </Field>
      {draft.kind !== 'free' && (
        <Field label={say('due_date')} problems={getErrors('due_date')}>
          {(control) => (
            <input
              {...control}
              type="date"
              value={draft.dueDate}
              onInput={(event) => onChange({ ...draft, dueDate: event.currentTarget.value })}
            />
          )}
        </Field>
      )}
    </div>
  );
}
