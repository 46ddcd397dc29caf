import { useEffect, useState } from 'preact/hooks';
import { Files } from '../companies/files.tsx';
import { Empty } from '../components/empty.tsx';
import { useFocusOnContent } from '../support/focus.ts';
import { Shown } from '../support/loading.tsx';
import { usePages } from '../support/pages.ts';
import { buildHash, type View } from '../support/place.ts';
import { getLoadedValue, useConsole, useLoaded } from '../support/scene.ts';
import { Table } from '../support/table.tsx';
import type { Board, BoardItem, Firm } from './answers.ts';
import { sayIn } from './words.ts';

/** The first page after signing in: all company files with the work that waits in each. */
export function BoardView() {
  useFocusOnContent('board');
  const { api, place, replacePlace, language } = useConsole();
  const tell = sayIn(language);
  const me = useLoaded('me', (signal) => api.get<{ readonly firms: readonly Firm[] }>('/v1/auth/me', {}, signal));
  return (
    <main class="board">
      <Shown of={me}>
        {({ firms }) => {
          const firm = firms.find(({ public_token }) => public_token === place.firm) ?? firms[0];
          if (!firm) return <Files />;
          return (
            <>
              {firms.length > 1 && (
                <label>
                  {tell('firm')}
                  <select
                    value={firm.public_token}
                    onChange={(event) => replacePlace({ firm: event.currentTarget.value })}
                  >
                    {firms.map(({ public_token, name }) => (
                      <option key={public_token} value={public_token}>
                        {name}
                      </option>
                    ))}
                  </select>
                </label>
              )}
              <FirmBoard key={firm.public_token} firm={firm} />
            </>
          );
        }}
      </Shown>
    </main>
  );
}

/** What others do appears without a reload. */
const AGAIN_MS = 15_000;

function useTurns(): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const timer = setInterval(
      () => document.visibilityState === 'visible' && setTurn((before) => before + 1),
      AGAIN_MS,
    );
    return () => clearInterval(timer);
  }, []);
  return turn;
}

interface Member {
  readonly id: number;
  readonly name: string | null;
}

function FirmBoard({ firm }: { readonly firm: Firm }) {
  const { api, place, replacePlace, language, say } = useConsole();
  const tell = sayIn(language);
  const path = `/v1/firms/${firm.public_token}`;
  // The team is shown to those who may see it; others have no filter by member.
  const members = useLoaded(`${path} members`, (signal) =>
    api.get<readonly Member[]>(`${path}/members`, {}, signal).catch((): readonly Member[] => []),
  );
  const board = usePages<BoardItem, Board>(
    `${path}/board`,
    { late: place.late, member: place.member, sort: 'name' },
    useTurns(),
  );
  return (
    <>
      <h1>{firm.name}</h1>
      <div class="tools">
        <label>
          <input
            type="checkbox"
            checked={place.late === 'true'}
            onChange={(event) => replacePlace({ late: event.currentTarget.checked ? 'true' : undefined })}
          />{' '}
          {tell('only_late')}
        </label>
        <label>
          {tell('member')}
          <select
            value={place.member ?? ''}
            onChange={(event) => replacePlace({ member: event.currentTarget.value || undefined })}
          >
            <option value="">{tell('everybody')}</option>
            {(getLoadedValue(members) ?? []).map(({ id, name }) => (
              <option key={id} value={id}>
                {name ?? `#${id}`}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Shown of={board}>
        {({ rows, total, first }) =>
          total === 0 ? (
            <Empty title={place.late === 'true' ? tell('nothing_late') : say('no_files')} />
          ) : (
            <BoardTable rows={rows} total={total} totals={first.totals} />
          )
        }
      </Shown>
    </>
  );
}

interface BoardTableProps extends Pick<Board, 'total' | 'totals'> {
  readonly rows: readonly BoardItem[];
}

function BoardTable({ rows, total, totals }: BoardTableProps) {
  const { say, format, goTo, language } = useConsole();
  const tell = sayIn(language);
  const buildCount = (
    name: 'documents_to_validate' | 'bank_to_match' | 'open_conflicts',
    view: View,
    isExtra = false,
  ) => ({
    name,
    label: tell(name),
    isFigure: true,
    isExtra,
    getValue: (row: BoardItem) => row[name],
    renderCell: (row: BoardItem) =>
      row[name] === 0 ? (
        <span class="quiet">0</span>
      ) : (
        <a
          href={buildHash({ file: row.company.public_token, view })}
          aria-label={`${row.company.name}, ${tell(name)}: ${format.count(row[name])}`}
          onClick={(event) => event.stopPropagation()}
        >
          {format.count(row[name])}
        </a>
      ),
  });
  return (
    <Table
      name="board"
      caption={say('files')}
      rows={rows}
      total={total}
      getKey={({ company }) => company.public_token}
      onOpen={({ company }) => goTo({ file: company.public_token, view: 'trial_balance' })}
      columns={[
        { name: 'code', label: say('code_of_item'), isExtra: true, getValue: ({ company }) => company.code },
        { name: 'name', label: say('name'), isWide: true, getValue: ({ company }) => company.name },
        buildCount('documents_to_validate', 'documents'),
        buildCount('bank_to_match', 'bank'),
        {
          name: 'vat',
          label: say('vat'),
          getValue: ({ vat }) => vat?.due_on ?? '',
          renderCell: ({ company, vat }) =>
            vat && (
              <a
                class={vat.is_late ? 'badge bad' : 'badge'}
                href={buildHash({ file: company.public_token, view: 'vat' })}
                aria-label={`${company.name}, ${vat.label}: ${formatDaysLeft(vat.days_left, tell)}`}
                title={vat.label}
                onClick={(event) => event.stopPropagation()}
              >
                {formatDaysLeft(vat.days_left, tell)}
              </a>
            ),
        },
        {
          name: 'filings',
          label: tell('filings'),
          isExtra: true,
          getValue: ({ filings }) => filings[0]?.due_on ?? '',
          renderCell: ({ company, filings }) => <Filings of={filings} company={company} />,
        },
        buildCount('open_conflicts', 'conflicts', true),
        {
          name: 'responsible',
          label: tell('responsible'),
          isExtra: true,
          getValue: ({ responsible }) => responsible?.name ?? '',
        },
        {
          name: 'last_activity',
          label: tell('last_activity'),
          isExtra: true,
          getValue: ({ last_activity }) => last_activity?.at ?? '',
          renderCell: ({ last_activity }) =>
            last_activity && `${format.minute(last_activity.at)} ${last_activity.user?.name ?? ''}`,
        },
      ]}
      totals={(shown) => {
        const sums = shown.length < rows.length ? sumBoard(shown) : totals;
        return {
          name: say('total'),
          documents_to_validate: format.count(sums.documents_to_validate),
          bank_to_match: format.count(sums.bank_to_match),
          filings: sums.late === 0 ? '' : tell('late_files', { count: format.count(sums.late) }),
          open_conflicts: format.count(sums.open_conflicts),
        };
      }}
    />
  );
}

/** How many are late, or the day of the next one. They are part of closing. */
function Filings({ of: filings, company }: { readonly of: BoardItem['filings'] } & Pick<BoardItem, 'company'>) {
  const { format, language } = useConsole();
  const tell = sayIn(language);
  const [next] = filings;
  if (!next) return null;
  const late = filings.filter(({ is_late }) => is_late).length;
  const text = late > 0 ? tell('late_files', { count: format.count(late) }) : format.day(next.due_on);
  return (
    <a
      class={late > 0 ? 'badge bad' : 'badge'}
      href={buildHash({ file: company.public_token, view: 'closing_check' })}
      aria-label={`${company.name}, ${tell('filings')}: ${text}`}
      onClick={(event) => event.stopPropagation()}
    >
      {text}
    </a>
  );
}

/** Of the rows that the filter of the table leaves. */
const sumBoard = (rows: readonly BoardItem[]): Omit<Board['totals'], 'companies'> => {
  const sum = (count: (row: BoardItem) => number): number => rows.reduce((total, row) => total + count(row), 0);
  return {
    documents_to_validate: sum((row) => row.documents_to_validate),
    bank_to_match: sum((row) => row.bank_to_match),
    open_conflicts: sum((row) => row.open_conflicts),
    late: sum(({ vat, filings }) => (vat?.is_late || filings.some(({ is_late }) => is_late) ? 1 : 0)),
  };
};

const formatDaysLeft = (days: number, tell: ReturnType<typeof sayIn>): string =>
  days < 0 ? tell('days_late', { days: -days }) : tell('days_left', { days });
