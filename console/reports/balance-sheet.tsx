import { Downloads } from '../components/downloads.tsx';
import { OfYear } from '../ledger/years.tsx';
import type { FileViewProps } from '../shell/file-component.ts';
import type { BalanceSheet, FiscalYear } from '../support/answers.ts';
import { Shown } from '../support/loading.tsx';
import { getFilePath, useLoaded, useConsole } from '../support/scene.ts';
import { Statement } from './statement.tsx';

/** The balance sheet as known at a point in time; each figure links to its accounts. */
export function BalanceSheetView({ file, day }: FileViewProps) {
  const { say } = useConsole();
  return (
    <>
      <h2>{say('balance_sheet')}</h2>
      <OfYear file={file} day={day}>
        {(year) => <Sides year={year} />}
      </OfYear>
    </>
  );
}

function Sides({ year }: { readonly year: FiscalYear }) {
  const { api, say, place } = useConsole();
  const path = `${getFilePath(place)}/reports/balance-sheet`;
  const query = { fiscal_year_id: year.id, known_at: place.at };
  const sheet = useLoaded(`${path} ${JSON.stringify(query)}`, (signal) => api.get<BalanceSheet>(path, query, signal));
  return (
    <Shown of={sheet}>
      {({ assets, liabilities, previous_period }) => {
        const years = { year: year.code, previousYear: previous_period?.to.slice(0, 4) ?? null };
        return (
          <>
            <Downloads name={`balance-sheet-${year.code}`} path={path} query={query} />
            <div class="beside">
              <Statement title={say('assets')} lines={assets} {...years} />
              <Statement title={say('liabilities')} lines={liabilities} {...years} />
            </div>
          </>
        );
      }}
    </Shown>
  );
}
