import { Downloads } from '../components/downloads.tsx';
import { Movements } from '../ledger/account.tsx';
import { OfYear } from '../ledger/years.tsx';
import type { FileViewProps } from '../shell/file-component.ts';
import { getFilePath, useConsole } from '../support/scene.ts';

/** The movements of all accounts of a year, account by account. */
export function GeneralLedgerView({ file, day }: FileViewProps) {
  const { say, place } = useConsole();
  const path = `${getFilePath(place)}/reports/general-ledger`;
  return (
    <>
      <h2>{say('general_ledger')}</h2>
      <OfYear file={file} day={day}>
        {(year) => (
          <>
            <Downloads
              name={`general-ledger-${year.code}`}
              path={path}
              query={{ fiscal_year_id: year.id, known_at: place.at }}
            />
            <Movements year={year} />
          </>
        )}
      </OfYear>
    </>
  );
}
