import { useEffect } from 'preact/hooks';
import { sumAmounts } from '../support/table-rows.ts';
import { Downloads } from '../components/downloads.tsx';
import { Empty } from '../components/empty.tsx';
import { translateEntryWord } from '../ledger/entry-words.ts';
import { findYear } from '../ledger/years.tsx';
import { hasRole } from '../shell/role.ts';
import type { FileViewProps } from '../shell/file-component.ts';
import type { CompanyFile, Entry } from '../support/answers.ts';
import { Shown } from '../support/loading.tsx';
import { usePages } from '../support/pages.ts';
import { getFilePath, useConsole } from '../support/scene.ts';
import { Table } from '../support/table.tsx';
import { isTyping } from '../support/typing.ts';
import { EntryFilters, toPeriod, type YearWithPeriods } from './entry-filters.tsx';
import { readDraft } from './draft-store.ts';
import { EntryForm, NEW } from './entry-form.tsx';
import { sayIn } from './words.ts';

/** The entries of a year with search and filters; `item` opens the form for a new one. */
export function EntriesView(props: FileViewProps) {
  const { say, place } = useConsole();
  const canPost = hasRole(props.role, 'encoder');
  if (place.item !== undefined && canPost) return <EntryForm key={place.item} {...props} />;
  const year = findYear(props.file, place.year, props.day);
  if (year === null) return <p role="alert">{say('no_year')}</p>;
  return <EntryList file={props.file} year={year} canPost={canPost} />;
}

function NewEntry() {
  const { place, goTo, language } = useConsole();
  const isBegun = readDraft(place.file!) !== null;
  const open = (): void => goTo({ ...place, item: NEW });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (isTyping(event) || event.key !== 'n') return;
      event.preventDefault();
      open();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
  return (
    <button type="button" class="primary" aria-keyshortcuts="n" onClick={open}>
      {sayIn(language)(isBegun ? 'continue_entry' : 'new_entry')} <kbd>n</kbd>
    </button>
  );
}

interface EntryListProps {
  readonly file: CompanyFile;
  readonly year: YearWithPeriods;
  readonly canPost: boolean;
}

function EntryList({ file, year, canPost }: EntryListProps) {
  const { say, format, place, goTo, language } = useConsole();
  const tell = sayIn(language);
  const { journal, status, q } = place;
  const period = toPeriod(year, place.period);
  const span = { fiscal_year_id: year.id, ...(period && { from: period.from, to: period.to }), journal_id: journal };
  const entries = usePages<Entry>(`${getFilePath(place)}/entries`, { ...span, status, q });
  const isFiltered = [journal, status, q, period].some((one) => one !== undefined);
  return (
    <>
      <div class="view-head">
        <h2>{say('entries')}</h2>
        {/* The report takes neither words nor a state: with them, the list itself is written to a file. */}
        {status === undefined && q === undefined && (
          <Downloads name={`entries-${year.code}`} path={`${getFilePath(place)}/reports/journals`} query={span} />
        )}
        {canPost && <NewEntry />}
      </div>
      <EntryFilters file={file} year={year} />
      <Shown of={entries}>
        {({ rows, total }) =>
          total === 0 ? (
            <Empty title={isFiltered ? tell('none_found') : say('no_entries')}>
              <p class="quiet">
                {tell(isFiltered ? 'none_found_help' : canPost ? 'no_entries_help' : 'no_entries_yet')}
              </p>
            </Empty>
          ) : (
            <Table
              name="entries"
              caption={say('entries')}
              isSearchable={false}
              rows={rows}
              total={total}
              getKey={({ id }) => id}
              onOpen={({ id }) => goTo({ ...place, entry: String(id) })}
              columns={[
                {
                  name: 'date',
                  label: say('date'),
                  getValue: ({ entry_date }) => entry_date.slice(0, 10),
                  renderCell: ({ entry_date }) => format.day(entry_date),
                },
                {
                  name: 'entry',
                  label: say('entry'),
                  getValue: ({ journal: { code }, number }) => `${code} ${number}`,
                },
                {
                  name: 'party',
                  label: say('party'),
                  isExtra: true,
                  isWide: true,
                  getValue: ({ third_party }) => third_party?.name ?? '',
                },
                { name: 'label', label: say('label'), isWide: true, getValue: ({ label }) => label ?? '' },
                {
                  name: 'reference',
                  label: say('reference'),
                  isExtra: true,
                  getValue: ({ reference }) => reference ?? '',
                },
                {
                  name: 'status',
                  label: say('status'),
                  isExtra: true,
                  getValue: (entry) => translateEntryWord(entry.status, language),
                  renderCell: (entry) => (
                    <span class={entry.status === 'reversed' ? 'badge warn' : 'badge'}>
                      {translateEntryWord(entry.status, language)}
                    </span>
                  ),
                },
                {
                  name: 'amount',
                  label: say('amount'),
                  isFigure: true,
                  getValue: ({ total_debit }) => total_debit,
                  renderCell: ({ total_debit }) => format.amount(total_debit),
                },
              ]}
              totals={(shown) => ({
                date: say('total'),
                amount: format.amount(sumAmounts(shown.map(({ total_debit }) => total_debit))),
              })}
            />
          )
        }
      </Shown>
    </>
  );
}
