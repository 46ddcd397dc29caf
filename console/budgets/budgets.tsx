import { useState } from 'preact/hooks';
import { Downloads } from '../components/downloads.tsx';
import { Empty } from '../components/empty.tsx';
import { OfYear } from '../ledger/years.tsx';
import type { FileViewProps } from '../shell/file-component.ts';
import { hasRole } from '../shell/role.ts';
import type { CompanyFile, FiscalYear } from '../support/answers.ts';
import { Shown } from '../support/loading.tsx';
import { getFilePath, useConsole, useLoaded } from '../support/scene.ts';
import { useWriter } from '../support/write.ts';
import type { Budget } from './answers.ts';
import { ComparisonView } from './comparison.tsx';
import { BudgetGrid } from './grid.tsx';
import { NewBudget } from './new-budget.tsx';
import { sayIn } from './words.ts';

/** The budgets of a year: what was planned beside what was booked. */
export function BudgetsView({ file, day, role }: FileViewProps) {
  const { say } = useConsole();
  return (
    <>
      <h2>{say('budgets')}</h2>
      <OfYear file={file} day={day}>
        {(year) => <BudgetsOfYear key={year.id} file={file} year={year} canWrite={hasRole(role, 'manager')} />}
      </OfYear>
    </>
  );
}

interface OfYearProps {
  readonly file: CompanyFile;
  readonly year: FiscalYear;
  readonly canWrite: boolean;
}

function BudgetsOfYear({ file, year, canWrite }: OfYearProps) {
  const { api, place, language, replacePlace } = useConsole();
  const tell = sayIn(language);
  const [turn, setTurn] = useState(0);
  const [isNew, setNew] = useState(false);
  const path = `${getFilePath(place)}/budgets`;
  const budgets = useLoaded(`${path} ${turn}`, (signal) => api.get<readonly Budget[]>(path, {}, signal));
  const open = (id: number | null): void => {
    setNew(false);
    replacePlace({ item: id === null ? undefined : String(id) });
    setTurn((before) => before + 1);
  };
  return (
    <Shown of={budgets}>
      {(all) => {
        const own = all.filter(({ fiscal_year_id }) => fiscal_year_id === year.id);
        const chosen = own.find(({ id }) => String(id) === place.item) ?? own[0];
        if (isNew || (chosen === undefined && canWrite))
          return (
            <NewBudget
              file={file}
              year={year}
              others={all}
              isFirst={chosen === undefined}
              onMade={open}
              onCancel={() => setNew(false)}
            />
          );
        if (chosen === undefined)
          return (
            <Empty title={tell('none', { year: year.code })}>
              <p class="quiet">{tell('none_reader')}</p>
            </Empty>
          );
        return (
          <>
            {own.length > 1 && (
              <p>
                <label>
                  {tell('budget')}
                  <select
                    value={String(chosen.id)}
                    onChange={(event) => replacePlace({ item: event.currentTarget.value })}
                  >
                    {own.map(({ id, name }) => (
                      <option key={id} value={String(id)}>
                        {name}
                      </option>
                    ))}
                  </select>
                </label>
              </p>
            )}
            <OpenedBudget
              key={chosen.id}
              budget={chosen}
              canWrite={canWrite}
              onChanged={open}
              onNew={() => setNew(true)}
            />
          </>
        );
      }}
    </Shown>
  );
}

interface OpenedProps {
  readonly budget: Budget;
  readonly canWrite: boolean;
  /** Given the budget to show then; null for any. */
  readonly onChanged: (id: number | null) => void;
  readonly onNew: () => void;
}

function OpenedBudget({ budget, canWrite, onChanged, onNew }: OpenedProps) {
  const { place, language } = useConsole();
  const tell = sayIn(language);
  const { write, isBusy } = useWriter();
  const [isEdited, setEdited] = useState(false);
  const { id, name, kind, version } = budget;
  const remove = async (): Promise<void> => {
    const sent = await write({
      method: 'DELETE',
      path: `/budgets/${id}`,
      baseVersion: version,
      done: tell('deleted', { name }),
      onUndone: () => onChanged(id),
    });
    if (sent) onChanged(null);
  };
  return (
    <>
      <h3 class="budget-title">
        {name} <span class="badge">{tell(`kind_${kind}`)}</span>
      </h3>
      {isEdited ? (
        <BudgetGrid
          budget={budget}
          onClose={() => setEdited(false)}
          onSaved={() => {
            setEdited(false);
            onChanged(id);
          }}
          onUndone={() => onChanged(id)}
        />
      ) : (
        <>
          <p class="tools">
            {canWrite && (
              <>
                <button type="button" class="primary" onClick={() => setEdited(true)}>
                  {tell('edit')}
                </button>
                <button type="button" onClick={onNew}>
                  {tell('new')}
                </button>
                <button type="button" disabled={isBusy} onClick={() => void remove()}>
                  {tell('delete')}
                </button>
              </>
            )}
            <Downloads
              name={`budget-${name}`}
              path={`${getFilePath(place)}/budgets/${id}/comparison`}
              query={{ by: 'period' }}
            />
          </p>
          <ComparisonView budget={budget} />
        </>
      )}
    </>
  );
}
