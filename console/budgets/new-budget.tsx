import { useState } from 'preact/hooks';
import { add, divide, isNegative } from '../../domain/money.ts';
import { AmountInput } from '../components/amount-input.tsx';
import { Field } from '../components/field.tsx';
import type { CompanyFile, FiscalYear } from '../support/answers.ts';
import { useConsole } from '../support/scene.ts';
import { useWriter } from '../support/write.ts';
import { BUDGET_KINDS, type Budget, type BudgetKind } from './answers.ts';
import { sayIn } from './words.ts';

interface NewBudgetProps {
  readonly file: CompanyFile;
  readonly year: FiscalYear;
  readonly others: readonly Budget[];
  /** Whether the year has no budget yet. */
  readonly isFirst: boolean;
  readonly onMade: (id: number | null) => void;
  readonly onCancel: () => void;
}

const EMPTY = 'empty';

/** A budget from the figures of the year before, from another budget, or empty. */
export function NewBudget({ file, year, others, isFirst, onMade, onCancel }: NewBudgetProps) {
  const { language } = useConsole();
  const tell = sayIn(language);
  const { write, isBusy, problem, getErrors } = useWriter();
  const before = findYearBefore(file, year);
  const [name, setName] = useState(() => findFreeName(tell('default_name', { year: year.code }), year, others));
  const [kind, setKind] = useState<BudgetKind>(isFirst ? 'initial' : 'revised');
  const [source, setSource] = useState(before ? `year ${before.id}` : EMPTY);
  const [percent, setPercent] = useState('0.00');
  const create = async (): Promise<void> => {
    const sent = await write<Budget>({
      method: 'POST',
      path: '/budgets',
      body: { name, kind, fiscal_year_id: year.id, ...buildCopySource(source, percent) },
      done: tell('made', { name }),
      onUndone: () => onMade(null),
    });
    if (sent) onMade(sent.body.id);
  };
  return (
    <form
      class="card new-budget"
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <h3>{isFirst ? tell('none', { year: year.code }) : tell('new')}</h3>
      {isFirst && <p class="quiet">{tell('none_help')}</p>}
      <Field label={tell('name')} problems={getErrors('name')}>
        {(control) => <input {...control} value={name} onInput={(event) => setName(event.currentTarget.value)} />}
      </Field>
      <Field label={tell('kind')} problems={getErrors('kind')}>
        {(control) => (
          <select {...control} value={kind} onChange={(event) => setKind(event.currentTarget.value as BudgetKind)}>
            {BUDGET_KINDS.map((one) => (
              <option key={one} value={one}>
                {tell(`kind_${one}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field
        label={tell('source')}
        problems={[...getErrors('copy_from.fiscal_year_id'), ...getErrors('copy_from.budget_id')]}
      >
        {(control) => (
          <select {...control} value={source} onChange={(event) => setSource(event.currentTarget.value)}>
            {before && <option value={`year ${before.id}`}>{tell('from_year', { year: before.code })}</option>}
            {others.map((other) => (
              <option key={other.id} value={`budget ${other.id}`}>
                {tell('from_budget', { name: other.name })}
              </option>
            ))}
            <option value={EMPTY}>{tell('from_nothing')}</option>
          </select>
        )}
      </Field>
      {source !== EMPTY && (
        <Field label={tell('percent')} hint={tell('percent_help')} problems={getErrors('copy_from.factor')}>
          {(control) => <AmountInput {...control} value={percent} onInput={setPercent} />}
        </Field>
      )}
      {problem && <p role="alert">{problem.message}</p>}
      <p class="tools">
        <button type="submit" class="primary" disabled={isBusy || name.trim() === '' || percent === ''}>
          {tell('create')}
        </button>
        {!isFirst && (
          <button type="button" onClick={onCancel}>
            {tell('cancel')}
          </button>
        )}
      </p>
    </form>
  );
}

/** 5.00 → the factor 1.05 */
function buildCopySource(source: string, percent: string): object {
  if (source === EMPTY) return {};
  const [type, id] = source.split(' ');
  const whole = add('100.00', percent);
  const factor = isNegative(whole) ? '0' : divide(whole, '100', 4);
  return { copy_from: { [type === 'year' ? 'fiscal_year_id' : 'budget_id']: Number(id), factor } };
}

const findYearBefore = ({ fiscal_years = [] }: CompanyFile, year: FiscalYear): FiscalYear | undefined =>
  fiscal_years
    .filter(({ ends_on }) => ends_on < year.starts_on)
    .sort((one, other) => other.ends_on.localeCompare(one.ends_on))[0];

/** Names are unique within a year. */
function findFreeName(name: string, year: FiscalYear, others: readonly Budget[]): string {
  const taken = new Set(others.filter((one) => one.fiscal_year_id === year.id).map((one) => one.name));
  if (!taken.has(name)) return name;
  for (let number = 2; ; number += 1) if (!taken.has(`${name} (${number})`)) return `${name} (${number})`;
}
