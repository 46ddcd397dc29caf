import { useEffect, useRef, useState } from 'preact/hooks';
import { Field } from '../components/field.tsx';
import { ThirdPartyInput } from '../components/third-party-input.tsx';
import type { CompanyFile } from '../support/answers.ts';
import { useConsole } from '../support/scene.ts';
import type { useWriter } from '../support/write.ts';
import { isOffer } from './amounts.ts';
import { CurrencyFields } from './currency-fields.tsx';
import { useDefaults } from './defaults.ts';
import type { Draft } from './draft.ts';
import { FormLines } from './form-lines.tsx';
import type { PartProps } from './form-part.ts';
import { WRITTEN_KINDS } from './kinds.ts';
import type { Kind } from './answers.ts';
import { Totals } from './totals.tsx';
import { useTried, type Live } from './use-tried.ts';
import { sayIn } from './words.ts';

interface InvoiceFormProps {
  readonly first: Draft;
  readonly isNew?: boolean;
  readonly file: CompanyFile;
  readonly writer: ReturnType<typeof useWriter>;
  readonly onSave: (draft: Draft, isPosted: boolean) => void;
  readonly onCancel: () => void;
}

/** A document that is being written. The service computes its tax and totals while one types. */
export function InvoiceForm({ first, isNew = false, file, writer, onSave, onCancel }: InvoiceFormProps) {
  const { language } = useConsole();
  const tell = sayIn(language);
  const [draft, setDraft] = useState(first);
  const change = (changes: Partial<Draft>): void => setDraft((before) => ({ ...before, ...changes }));
  const live = useTried(draft, file.currency);
  const form = useRef<HTMLFormElement>(null);
  useDefaults(draft, change);
  const getErrors = (field: string): readonly string[] => {
    const saved = writer.getErrors(field);
    return saved.length > 0 ? saved : (live.errors[field] ?? []);
  };
  useEffect(() => form.current?.querySelector<HTMLElement>('input')?.focus(), []);
  return (
    <form
      ref={form}
      class="invoice-form"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(draft, false);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        if (!isOffer(draft)) onSave(draft, true);
      }}
    >
      <Head draft={draft} isNew={isNew} own={file.currency} live={live} getErrors={getErrors} onChange={change} />
      <FormLines draft={draft} live={live} getErrors={getErrors} onChange={change} />
      <Sums live={live} base={file.currency} />
      <Field label={tell('notes')} problems={getErrors('notes')}>
        {(control) => (
          <textarea
            {...control}
            rows={2}
            value={draft.notes}
            onInput={(event) => change({ notes: event.currentTarget.value })}
          />
        )}
      </Field>
      {writer.problem && <p role="alert">{writer.problem.message}</p>}
      <div class="tools actions">
        <button
          type="submit"
          class={isOffer(draft) ? 'primary' : undefined}
          disabled={writer.isBusy}
          aria-keyshortcuts="Enter"
        >
          {tell('save_draft')} <kbd>Enter</kbd>
        </button>
        {!isOffer(draft) && (
          <button
            type="button"
            class="primary"
            disabled={writer.isBusy}
            aria-keyshortcuts="Control+Enter"
            onClick={() => onSave(draft, true)}
          >
            {tell('post')} <kbd>Ctrl Enter</kbd>
          </button>
        )}
        <button type="button" onClick={onCancel}>
          {tell('cancel')}
        </button>
      </div>
    </form>
  );
}

/** Fields of the form; messages about others are shown below the totals. */
const FIELDS =
  /^(lines|third_party_id|kind|number|document_date|due_date|currency|exchange_rate|order_reference|notes)\b/;
const isShownBeside = (field: string): boolean => FIELDS.test(field);

function Sums({ live: { tried, errors }, base }: { readonly live: Live; readonly base: string }) {
  const { language } = useConsole();
  const tell = sayIn(language);
  const problems = Object.entries(errors).flatMap(([field, messages]) => (isShownBeside(field) ? [] : messages));
  const isOutdated = tried !== null && Object.keys(errors).length > 0;
  return (
    <div class="form-sums" aria-live="polite">
      {tried === null ? <p class="quiet">{tell('totals_follow')}</p> : <Totals amounts={tried} base={base} />}
      {isOutdated && <p class="quiet">{tell('totals_outdated')}</p>}
      {problems.length > 0 && <p class="wrong">{problems.join(' ')}</p>}
    </div>
  );
}

interface HeadProps extends PartProps {
  readonly isNew: boolean;
  /** Currency of the company file. */
  readonly own: string;
}

function Head({ isNew, own, ...part }: HeadProps) {
  const { draft, live, getErrors, onChange } = part;
  const { say, format, language } = useConsole();
  const tell = sayIn(language);
  const isSale = draft.direction === 'sale';
  const due = live.tried?.due_date ?? null;
  return (
    <div class="form-head">
      <Field label={tell(isSale ? 'customer' : 'supplier')} problems={getErrors('third_party_id')}>
        {(control) => (
          <ThirdPartyInput
            {...control}
            type={isSale ? 'customer' : 'supplier'}
            value={draft.party}
            onInput={(party) => onChange({ party })}
          />
        )}
      </Field>
      {isNew && (
        <Field label={tell('kind')} problems={getErrors('kind')}>
          {(control) => (
            <select
              {...control}
              value={draft.kind}
              onChange={(event) => onChange({ kind: event.currentTarget.value as Kind })}
            >
              {WRITTEN_KINDS[draft.direction].map((kind) => (
                <option key={kind} value={kind}>
                  {tell(`kind_${kind}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      {!isSale && (
        <Field label={tell('number')} problems={getErrors('number')}>
          {(control) => (
            <input
              {...control}
              value={draft.number}
              onInput={(event) => onChange({ number: event.currentTarget.value })}
            />
          )}
        </Field>
      )}
      <Field label={say('date')} problems={getErrors('document_date')}>
        {(control) => (
          <input
            {...control}
            type="date"
            required
            value={draft.date}
            onInput={(event) => onChange({ date: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field
        label={say('due_date')}
        problems={getErrors('due_date')}
        {...(draft.dueDate === '' && due !== null && { hint: tell('due_by_terms', { date: format.day(due) }) })}
      >
        {(control) => (
          <input
            {...control}
            type="date"
            value={draft.dueDate}
            onInput={(event) => onChange({ dueDate: event.currentTarget.value })}
          />
        )}
      </Field>
      <CurrencyFields {...part} own={own} />
      <Field label={tell('order_reference')} problems={getErrors('order_reference')}>
        {(control) => (
          <input
            {...control}
            value={draft.orderReference}
            onInput={(event) => onChange({ orderReference: event.currentTarget.value })}
          />
        )}
      </Field>
    </div>
  );
}
