import { Downloads } from '../components/downloads.tsx';
import { OfYear } from '../ledger/years.tsx';
import type { FileViewProps } from '../shell/file-component.ts';
import type { FiscalYear, IncomeStatement } from '../support/answers.ts';
import { Shown } from '../support/loading.tsx';
import { getFilePath, useLoaded, useConsole } from '../support/scene.ts';
import { Statement } from './statement.tsx';

/** Income and expenses of a year beside those of the year before. */
export function IncomeStatementView({ file, day }: FileViewProps) {
  const { say } = useConsole();
  return (
    <>
      <h2>{say('income_statement')}</h2>
      <OfYear file={file} day={day}>
        {(year) => <Rows year={year} />}
      </OfYear>
    </>
  );
}

function Rows({ year }: { readonly year: FiscalYear }) {
  const { api, say, place } = useConsole();
  const path = `${getFilePath(place)}/reports/income-statement`;
  const query = { fiscal_year_id: year.id, known_at: place.at };
  const statement = useLoaded(`${path} ${JSON.stringify(query)}`, (signal) =>
    api.get<IncomeStatement>(path, query, signal),
  );
  return (
    <Shown of={statement}>
      {({ rows, previous_period }) => (
        <>
          <Downloads name={`income-statement-${year.code}`} path={path} query={query} />
          <Statement
            title={say('income_statement')}
            lines={rows}
            year={year.code}
            previousYear={previous_period?.to.slice(0, 4) ?? null}
          />
        </>
      )}
    </Shown>
  );
}
