import { useState } from 'preact/hooks';
import { Dialog } from '../components/dialog.tsx';
import { Field } from '../components/field.tsx';
import type { VatCodeName } from '../components/vat-code-input.tsx';
import type { AccountName } from '../support/answers.ts';
import { usePages } from '../support/pages.ts';
import { getFilePath, getLoadedValue, useConsole } from '../support/scene.ts';
import { useWriter } from '../support/write.ts';
import type { EntryTemplate } from './answers.ts';
import { readPartyNames } from './copied-draft.ts';
import { fromTemplate, isEmptyDraft, KINDS, listPartyIds, toTemplateBody, type EntryDraft } from './draft.ts';
import { sayIn } from './words.ts';

interface TemplateToolsProps {
  readonly draft: EntryDraft;
  readonly day: string;
  readonly accounts: readonly AccountName[];
  readonly codes: readonly VatCodeName[];
  readonly onFill: (draft: EntryDraft) => void;
}

/** Fills the form from a template, or keeps what is typed as one. Recurring entries are templates too. */
export function TemplateTools({ draft, day, accounts, codes, onFill }: TemplateToolsProps) {
  const { api, place, language } = useConsole();
  const tell = sayIn(language);
  const path = getFilePath(place);
  const [isNaming, setNaming] = useState(false);
  const listed = getLoadedValue(usePages<EntryTemplate>(`${path}/recurring-entries`, {}))?.rows ?? [];
  const templates = listed.filter(({ kind }) => KINDS.some((one) => one === kind));
  const fill = async (id: string): Promise<void> => {
    const chosen = templates.find((one) => String(one.id) === id);
    if (!chosen) return;
    const { third_party_id, lines } = chosen.template;
    const ids = listPartyIds([{ third_party_id }, ...lines]);
    onFill(
      fromTemplate(chosen, draft.date || day, {
        nameParty: await readPartyNames(api, path, ids),
        getAccountNumber: (accountId) => accounts.find((one) => one.id === accountId)?.number ?? '',
        getVatCode: (codeId) => codes.find((one) => one.id === codeId)?.code ?? '',
      }),
    );
  };
  return (
    <div class="tools">
      {templates.length > 0 && (
        <label>
          {tell('template')}
          <select value="" onChange={(event) => void fill(event.currentTarget.value)}>
            <option value="">{tell('choose_template')}</option>
            {templates.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        </label>
      )}
      {!isEmptyDraft(draft) && (
        <button type="button" onClick={() => setNaming(true)}>
          {tell('save_template')}
        </button>
      )}
      {isNaming && <NameDialog draft={draft} onClose={() => setNaming(false)} />}
    </div>
  );
}

/** Filled in when the template is used, so they are shown as they are. */
const PLACEHOLDERS = { date: '{date}', month: '{month}', quarter: '{quarter}', year: '{year}' };

interface NameDialogProps {
  readonly draft: EntryDraft;
  readonly onClose: () => void;
}

function NameDialog({ draft, onClose }: NameDialogProps) {
  const { language } = useConsole();
  const tell = sayIn(language);
  const { write, isBusy, problem, getErrors } = useWriter();
  const [name, setName] = useState(draft.label);
  const save = async (): Promise<void> => {
    const sent = await write({
      method: 'POST',
      path: '/recurring-entries',
      body: toTemplateBody(draft, name),
      done: tell('template_saved'),
    });
    if (sent) onClose();
  };
  return (
    <Dialog title={tell('save_template')} onClose={onClose}>
      <Field label={tell('template_name')} problems={getErrors('label')} hint={tell('template_help', PLACEHOLDERS)}>
        {(control) => (
          <input
            {...control}
            autofocus
            maxLength={200}
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        )}
      </Field>
      {problem && getErrors('label').length === 0 && <p role="alert">{problem.message}</p>}
      <button type="button" class="primary" disabled={isBusy || name.trim() === ''} onClick={() => void save()}>
        {tell('keep_template')}
      </button>
    </Dialog>
  );
}
