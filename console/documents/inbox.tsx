import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { toSearchable } from '../../domain/text.ts';
import { Empty } from '../components/empty.tsx';
import type { FileViewProps } from '../shell/file-component.ts';
import { hasRole } from '../shell/role.ts';
import { Shown } from '../support/loading.tsx';
import { usePages } from '../support/pages.ts';
import { getFilePath, useConsole, useLoaded } from '../support/scene.ts';
import { isTyping } from '../support/typing.ts';
import type { DocumentImport, ImportStatus } from './answers.ts';
import { ImportPanel, type ImportPanelProps } from './import-panel.tsx';
import { useBookNames, type BookNames } from './names.ts';
import { Upload } from './upload.tsx';
import { sayIn } from './words.ts';

/** What the list can be narrowed to, and the statuses that it then asks for. */
const FILTERS = {
  open: 'ready,needs_review,duplicate,error,queued,analyzing',
  needs_review: 'needs_review',
  ready: 'ready',
  duplicate: 'duplicate',
  error: 'error',
  waiting: 'queued,analyzing',
  validated: 'validated',
  all: undefined,
} as const;
type Filter = keyof typeof FILTERS;

/** The inbox: documents to validate at the left, the chosen one with what was read from it beside them. */
export function DocumentsView({ role }: FileViewProps) {
  const { say, language, place } = useConsole();
  const tell = sayIn(language);
  const [turn, setTurn] = useState(0);
  const [filter, setFilter] = useState<Filter>('open');
  const [searched, setSearched] = useState('');
  const reload = (): void => setTurn((before) => before + 1);
  const canWrite = hasRole(role, 'encoder');
  const names = useBookNames();
  const imports = usePages<DocumentImport>(`${getFilePath(place)}/document-imports`, { status: FILTERS[filter] }, turn);
  return (
    <>
      <h2>{say('documents')}</h2>
      {canWrite && <Upload onUploaded={reload} />}
      <div class="tools">
        <label>
          {say('status')}
          <select value={filter} onChange={({ currentTarget }) => setFilter(currentTarget.value as Filter)}>
            {(Object.keys(FILTERS) as Filter[]).map((name) => (
              <option key={name} value={name}>
                {tell(`filter_${name}`)}
              </option>
            ))}
          </select>
        </label>
        <label>
          {tell('search')}
          <input type="search" value={searched} onInput={({ currentTarget }) => setSearched(currentTarget.value)} />
        </label>
      </div>
      <Shown of={imports}>
        {({ rows, total }) =>
          total === 0 && !place.item ? (
            <NothingHere filter={filter} canWrite={canWrite} />
          ) : (
            <Shown of={names}>
              {(known) => (
                <Inbox
                  rows={rows}
                  total={total}
                  names={known}
                  searched={searched}
                  canWrite={canWrite}
                  onChanged={reload}
                />
              )}
            </Shown>
          )
        }
      </Shown>
    </>
  );
}

function NothingHere({ filter, canWrite }: { readonly filter: Filter; readonly canWrite: boolean }) {
  const { language } = useConsole();
  const tell = sayIn(language);
  if (filter !== 'open') return <Empty title={tell('none_in_filter')} />;
  return <Empty title={tell('all_done')}>{canWrite && <p class="quiet">{tell('all_done_help')}</p>}</Empty>;
}

interface InboxProps {
  readonly rows: readonly DocumentImport[];
  readonly total: number;
  readonly names: BookNames;
  readonly searched: string;
  readonly canWrite: boolean;
  readonly onChanged: () => void;
}

function Inbox({ rows, total, names, searched, canWrite, onChanged }: InboxProps) {
  const { place, replacePlace, format, language } = useConsole();
  const tell = sayIn(language);
  const found = useMemo(() => filterImports(rows, searched), [rows, searched]);
  const index = found.findIndex(({ id }) => String(id) === place.item);
  // A document that another page names is shown, whatever the filter.
  const isElsewhere = index < 0 && Boolean(place.item) && searched === '';
  const chosen = isElsewhere ? null : (found[Math.max(index, 0)] ?? null);
  // Keys may follow each other faster than the page is drawn.
  const reached = useRef({ found, at: -1 });
  reached.current = { found, at: isElsewhere ? -1 : Math.max(index, 0) };
  const choose = (at: number): void => {
    const row = reached.current.found[at];
    if (!row) return;
    reached.current.at = at;
    replacePlace({ item: String(row.id) });
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (isTyping(event)) return;
      if (event.key === 'j') choose(reached.current.at + 1);
      else if (event.key === 'k') choose(reached.current.at - 1);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  const goOn = (): void => {
    // The next one takes the place of the one that is done.
    const next = found[Math.max(index, 0) + 1] ?? found[Math.max(index, 0) - 1];
    replacePlace({ item: next && String(next.id) });
    onChanged();
  };
  const shared = { names, canWrite, onDone: goOn, onChanged };
  return (
    <div class="inbox">
      <nav aria-label={tell('list')}>
        <p class="quiet">
          <output>
            {found.length === total
              ? tell('count', { count: format.count(total) })
              : tell('count_of', { count: format.count(found.length), total: format.count(total) })}
          </output>{' '}
          · <kbd>j</kbd> <kbd>k</kbd>
        </p>
        <ul class="imports">
          {found.map((row, at) => (
            <ImportRow key={row.id} row={row} isChosen={row.id === chosen?.id} onChoose={() => choose(at)} />
          ))}
        </ul>
      </nav>
      {isElsewhere ? (
        <NamedImport key={place.item} id={place.item!} {...shared} />
      ) : chosen ? (
        <ImportPanel key={chosen.id} document={chosen} {...shared} />
      ) : (
        <Empty title={tell('none_found')} />
      )}
    </div>
  );
}

interface NamedImportProps extends Omit<ImportPanelProps, 'document'> {
  readonly id: string;
}

/** An import that is not in the list, such as one that was validated. */
function NamedImport({ id, ...props }: NamedImportProps) {
  const { api, place } = useConsole();
  const path = `${getFilePath(place)}/document-imports/${id}`;
  const named = useLoaded(path, (signal) => api.get<DocumentImport>(path, {}, signal));
  return <Shown of={named}>{(document) => <ImportPanel document={document} {...props} />}</Shown>;
}

const TONES: Readonly<Partial<Record<ImportStatus, string>>> = {
  ready: 'badge good',
  needs_review: 'badge warn',
  duplicate: 'badge warn',
  error: 'badge bad',
};

interface ImportRowProps {
  readonly row: DocumentImport;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function ImportRow({ row, isChosen, onChoose }: ImportRowProps) {
  const { format, language } = useConsole();
  const tell = sayIn(language);
  const { extracted, status, original_name: name } = row;
  const gross = extracted?.totals.gross ?? null;
  return (
    <li>
      <button type="button" aria-pressed={isChosen} onClick={onChoose}>
        <span class="who">{getSender(row) ?? name}</span>
        <span class="figure">{gross === null ? '' : format.amount(gross.toFixed(2))}</span>
        <span>{extracted?.date ? format.day(extracted.date) : format.day(row.created_at)}</span>
        <span class={TONES[status] ?? 'badge'}>{tell(`status_${status}`)}</span>
      </button>
    </li>
  );
}

const getSender = ({ suggested_third_party, extracted }: DocumentImport): string | null =>
  suggested_third_party?.name ?? extracted?.counterparty['name'] ?? null;

function filterImports(rows: readonly DocumentImport[], searched: string): readonly DocumentImport[] {
  const words = toSearchable(searched).split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const { extracted, original_name: name } = row;
    const text = toSearchable(
      [name, getSender(row), extracted?.number, extracted?.date, extracted?.totals.gross?.toFixed(2)].join(' '),
    );
    return words.every((word) => text.includes(word));
  });
}
