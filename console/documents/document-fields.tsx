import { useMemo } from 'preact/hooks';
import { useConsole } from '../support/scene.ts';
import type { DocumentImport } from './answers.ts';
import { computeDraftTotals, OWN_FIELDS, type Draft } from './draft.ts';
import { SheetField, TextField, useSheet } from './sheet-field.tsx';
import { sayIn } from './words.ts';

interface DocumentFieldsProps {
  readonly draft: Draft;
  readonly initial: Draft;
  readonly onChange: (draft: Draft) => void;
}

/** Type, number, dates and currency of the document. */
export function DocumentFields({ draft, initial, onChange }: DocumentFieldsProps) {
  const { language } = useConsole();
  const tell = sayIn(language);
  const { isReadOnly } = useSheet();
  return (
    <div class="sheet-fields">
      <SheetField
        label={tell('document_type')}
        path={null}
        errorPaths={['extracted.document_type']}
        isEntered={draft.documentType !== initial.documentType}
      >
        {(control) => (
          <select
            {...control}
            disabled={isReadOnly}
            value={draft.documentType}
            onChange={({ currentTarget }) =>
              onChange({ ...draft, documentType: currentTarget.value as Draft['documentType'] })
            }
          >
            <option value="invoice">{tell('invoice')}</option>
            <option value="credit_note">{tell('credit_note')}</option>
          </select>
        )}
      </SheetField>
      <SheetField
        label={tell('direction')}
        path={null}
        errorPaths={['direction', 'extracted.direction']}
        isEntered={draft.direction !== initial.direction}
      >
        {(control) => (
          <select
            {...control}
            disabled={isReadOnly}
            value={draft.direction}
            onChange={({ currentTarget }) =>
              onChange({ ...draft, direction: currentTarget.value as Draft['direction'] })
            }
          >
            {draft.direction === '' && <option value="">–</option>}
            <option value="purchase">{tell('purchase')}</option>
            <option value="sale">{tell('sale')}</option>
          </select>
        )}
      </SheetField>
      {OWN_FIELDS.map((name) => (
        <TextField
          key={name}
          label={tell(name)}
          path={name}
          errorPaths={[`extracted.${name}`]}
          type={name === 'date' || name === 'due_date' ? 'date' : 'text'}
          value={draft.own[name]}
          initial={initial.own[name]}
          onInput={(text) => onChange({ ...draft, own: { ...draft.own, [name]: text } })}
        />
      ))}
    </div>
  );
}

/** As the service computes them; differing amounts of the document are shown as well. */
export function Totals({ draft, document }: { readonly draft: Draft; readonly document: DocumentImport }) {
  const { format, language } = useConsole();
  const tell = sayIn(language);
  const { fields, onLook } = useSheet();
  const totals = useMemo(() => computeDraftTotals(draft, document), [draft, document]);
  const read = document.extracted!.totals;
  return (
    <dl class="sheet-totals">
      {(['net', 'vat', 'gross'] as const).map((name) => {
        const said = read[name]?.toFixed(2) ?? null;
        const isApart = said !== null && totals[name] !== null && said !== totals[name];
        return (
          <div key={name} class={name}>
            <dt>{tell(`total_${name}`)}</dt>
            <dd class="figure">
              {totals[name] === null ? '–' : format.amount(totals[name])}
              {isApart && <span class="wrong"> {tell('document_says', { amount: format.amount(said) })}</span>}
              {fields.get(`totals.${name}`)?.box && (
                <button
                  type="button"
                  class="look"
                  aria-label={tell('show_place_of', { name: tell(`total_${name}`) })}
                  onClick={() => onLook(`totals.${name}`)}
                >
                  {tell('show_place')}
                </button>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
