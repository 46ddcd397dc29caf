import { useMemo } from 'preact/hooks';
import { Downloads } from '../components/downloads.tsx';
import { Empty } from '../components/empty.tsx';
import { hasRole, type Role } from '../shell/role.ts';
import type { CompanyFile } from '../support/answers.ts';
import { Shown } from '../support/loading.tsx';
import { usePages, type Paged } from '../support/pages.ts';
import { buildHash, type Place } from '../support/place.ts';
import { getFilePath, useConsole } from '../support/scene.ts';
import { Table, type TableColumn } from '../support/table.tsx';
import { getBaseGross, getGross, getOpen, sumShown } from './amounts.ts';
import type { InvoicePage, ListedInvoice } from './answers.ts';
import { KINDS, NEW } from './kinds.ts';
import { useShortcuts } from './shortcuts.ts';
import { describeState, StateBadge } from './state-badges.tsx';
import { sayIn } from './words.ts';

interface InvoiceListProps {
  readonly file: CompanyFile;
  readonly role: Role;
}

const TYPES = ['sales', 'purchases'] as const;
const STATES = ['draft', 'posted', 'open', 'late', 'paid'] as const;
type State = (typeof STATES)[number];

/** What the service is asked for, by the filters in the address. */
const FILTERS: Readonly<Record<State, Readonly<Record<string, string>>>> = {
  draft: { status: 'pending' },
  posted: { status: 'booked' },
  open: { payment: 'open' },
  late: { payment: 'late' },
  paid: { payment: 'paid' },
};

const isState = (text: string | undefined): text is State => STATES.some((one) => one === text);

export function InvoiceList({ file, role }: InvoiceListProps) {
  const { place, language } = useConsole();
  const tell = sayIn(language);
  const type = place.type === 'purchases' ? 'purchases' : 'sales';
  const query = {
    type,
    kind: place.kind,
    ...(isState(place.state) ? FILTERS[place.state] : {}),
  };
  const list = usePages<ListedInvoice, InvoicePage>(`${getFilePath(place)}/documents`, query);
  const newPlace = buildHash({ ...place, item: NEW });
  const canWrite = hasRole(role, 'encoder');
  useShortcuts({ ...(canWrite && { n: () => (location.hash = newPlace) }) });
  return (
    <>
      <div class="tools filters">
        <Filters type={type} />
        {canWrite && (
          <a class="button primary" href={newPlace} aria-keyshortcuts="n">
            {tell(type === 'sales' ? 'new_sale' : 'new_purchase')} <kbd>n</kbd>
          </a>
        )}
      </div>
      <Shown of={list}>
        {(found) =>
          found.total === 0 ? (
            <Nothing isFiltered={place.kind !== undefined || place.state !== undefined} canWrite={canWrite} />
          ) : (
            <>
              <Sums page={found.first} />
              <Rows found={found} file={file} type={type} />
              <Downloads name={type} path={`${getFilePath(place)}/exports/documents`} query={query} />
            </>
          )
        }
      </Shown>
    </>
  );
}

function Filters({ type }: { readonly type: 'sales' | 'purchases' }) {
  const { place, replacePlace, language } = useConsole();
  const tell = sayIn(language);
  const set = (changes: Partial<Place>): void => replacePlace(changes);
  return (
    <>
      <div class="segments" role="group" aria-label={tell('direction')}>
        {TYPES.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === type}
            onClick={() => set({ type: one, kind: undefined })}
          >
            {tell(one)}
          </button>
        ))}
      </div>
      <label>
        {tell('kind')}{' '}
        <select
          value={place.kind ?? ''}
          onChange={({ currentTarget }) => set({ kind: currentTarget.value || undefined })}
        >
          <option value="">{tell('all_kinds')}</option>
          {KINDS[type === 'sales' ? 'sale' : 'purchase'].map((kind) => (
            <option key={kind} value={kind}>
              {tell(`kind_${kind}`)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {tell('state')}{' '}
        <select
          value={place.state ?? ''}
          onChange={({ currentTarget }) => set({ state: currentTarget.value || undefined })}
        >
          <option value="">{tell('all_states')}</option>
          {STATES.map((state) => (
            <option key={state} value={state}>
              {tell(`state_${state}`)}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}

interface NothingProps {
  readonly isFiltered: boolean;
  readonly canWrite: boolean;
}

function Nothing({ isFiltered, canWrite }: NothingProps) {
  const { language, replacePlace } = useConsole();
  const tell = sayIn(language);
  return (
    <Empty title={tell(isFiltered ? 'nothing_found' : 'nothing_yet')}>
      {isFiltered ? (
        <button type="button" onClick={() => replacePlace({ kind: undefined, state: undefined })}>
          {tell('clear_filters')}
        </button>
      ) : (
        canWrite && <p class="quiet">{tell('nothing_yet_help')}</p>
      )}
    </Empty>
  );
}

/** What the filters leave, by currency. */
function Sums({ page }: { readonly page: InvoicePage }) {
  const { format, language } = useConsole();
  const tell = sayIn(language);
  return (
    <>
      {page.totals.map(({ currency, ...amounts }) => (
        <dl key={currency} class="facts sums">
          {(['amount_net', 'amount_vat', 'amount_gross', 'open_amount'] as const).map((name) => (
            <div key={name}>
              <dt>{tell(name)}</dt>
              <dd class="figure">
                {currency} {format.amount(amounts[name])}
              </dd>
            </div>
          ))}
        </dl>
      ))}
    </>
  );
}

interface RowsProps {
  readonly found: Paged<ListedInvoice, InvoicePage>;
  readonly file: CompanyFile;
  readonly type: 'sales' | 'purchases';
}

function Rows({ found: { rows, total }, file, type }: RowsProps) {
  const { say, place, goTo, format, language } = useConsole();
  const columns = useColumns(
    file,
    type,
    rows.some(({ currency }) => currency !== file.currency),
  );
  return (
    <Table
      name={type}
      caption={sayIn(language)(type)}
      rows={rows}
      total={total}
      getKey={({ id }) => id}
      onOpen={({ id }) => goTo({ ...place, item: String(id) })}
      columns={columns}
      totals={(shown) => {
        const { gross, open } = sumShown(shown);
        const isForeign = columns.some(({ name }) => name === 'base');
        return { party: say('total'), [isForeign ? 'base' : 'gross']: format.amount(gross), open: format.amount(open) };
      }}
    />
  );
}

function useColumns(file: CompanyFile, type: string, hasForeign: boolean): readonly TableColumn<ListedInvoice>[] {
  const { say, format, language } = useConsole();
  return useMemo(() => {
    const tell = sayIn(language);
    const showAmount = (amount: string): string => (amount === '' ? '' : format.amount(amount));
    return [
      { name: 'date', label: say('date'), getValue: (row) => format.day(row.document_date) },
      {
        name: 'number',
        label: tell('number'),
        isExtra: true,
        getValue: ({ number, kind }) => number ?? tell(`kind_${kind}`),
        renderCell: ({ number, kind }) => number ?? <span class="quiet">{tell(`kind_${kind}`)}</span>,
      },
      {
        name: 'party',
        label: tell(type === 'sales' ? 'customer' : 'supplier'),
        isWide: true,
        getValue: ({ third_party }) => third_party.name,
      },
      {
        name: 'description',
        label: say('label'),
        isWide: true,
        isExtra: true,
        getValue: ({ lines, structured_communication }) =>
          [...lines.map(({ description }) => description), structured_communication].filter(Boolean).join(' · '),
      },
      {
        name: 'due_date',
        label: say('due_date'),
        isExtra: true,
        getValue: ({ due_date }) => format.day(due_date ?? ''),
      },
      {
        name: 'state',
        label: tell('state'),
        getValue: (row) => {
          const { word } = describeState(row, row.payment);
          return tell(word, { days: row.payment?.days_late ?? 0 });
        },
        renderCell: (row) => <StateBadge invoice={row} payment={row.payment} />,
      },
      {
        name: 'gross',
        label: tell('amount_gross'),
        isFigure: true,
        isExtra: hasForeign,
        getValue: getGross,
        renderCell: (row) =>
          `${row.currency === file.currency ? '' : `${row.currency} `}${format.amount(getGross(row))}`,
      },
      ...(hasForeign
        ? [
            {
              name: 'base',
              label: tell('in_currency', { currency: file.currency }),
              isFigure: true,
              getValue: getBaseGross,
              renderCell: (row: ListedInvoice) => showAmount(getBaseGross(row)),
            },
          ]
        : []),
      {
        name: 'open',
        label: say('open_amount'),
        isFigure: true,
        isExtra: true,
        getValue: getOpen,
        renderCell: (row) => showAmount(getOpen(row)),
      },
    ];
  }, [language, file.currency, type, hasForeign]);
}
