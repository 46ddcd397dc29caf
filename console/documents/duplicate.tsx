import { buildHash } from '../support/place.ts';
import { Shown } from '../support/loading.tsx';
import { getFilePath, useConsole, useLoaded } from '../support/scene.ts';
import type { DocumentImport } from './answers.ts';
import { Preview } from './preview.tsx';
import { sayIn, type Tell } from './words.ts';

interface DuplicateProps {
  readonly document: DocumentImport;
  readonly isBusy: boolean;
  /** Null if the reader may only look. */
  readonly onReject: (() => void) | null;
  readonly onKeep: (() => void) | null;
}

/** The document beside the one that it seems to repeat, and the choice between rejecting and keeping it. */
export function Duplicate({ document, isBusy, onReject, onKeep }: DuplicateProps) {
  const { api, place, language } = useConsole();
  const tell = sayIn(language);
  const path = getFilePath(place);
  const other = useLoaded(`${path} twin ${document.id}`, (signal): Promise<Twin> => {
    const { duplicate_of_import_id: twin, duplicate_of_document_id: made, duplicate_of_entry_id: entry } = document;
    if (twin !== null)
      return api.get<DocumentImport>(`${path}/document-imports/${twin}`, {}, signal).then((known) => ({ known }));
    if (made !== null) return api.get<Booked>(`${path}/documents/${made}`, {}, signal).then((booked) => ({ booked }));
    return api.get<Posted>(`${path}/entries/${entry}`, {}, signal).then((posted) => ({ posted }));
  });
  return (
    <div class="duplicate">
      <p>{tell('duplicate_help')}</p>
      {onReject && onKeep && (
        <p class="tools">
          <button type="button" class="primary" aria-keyshortcuts="x" disabled={isBusy} onClick={onReject}>
            {tell('reject_duplicate')} <kbd>x</kbd>
          </button>
          <button type="button" disabled={isBusy} onClick={onKeep}>
            {tell('keep_both')}
          </button>
        </p>
      )}
      <Shown of={other}>{(twin) => <Compared document={document} twin={twin} tell={tell} />}</Shown>
    </div>
  );
}

interface Booked {
  readonly id: number;
  readonly number: string | null;
  readonly document_date: string;
  readonly amount_gross: string;
  readonly third_party: { readonly name: string } | null;
}

interface Posted {
  readonly id: number;
  readonly number: number;
  readonly reference: string | null;
  readonly entry_date: string;
  readonly total_debit: string;
  readonly third_party: { readonly name: string } | null;
}

interface Twin {
  readonly known?: DocumentImport;
  readonly booked?: Booked;
  readonly posted?: Posted;
}

interface Facts {
  readonly party: string | null;
  readonly number: string | null;
  readonly date: string | null;
  readonly gross: string | null;
  readonly file: string | null;
  readonly received: string | null;
}

const toFacts = (document: DocumentImport): Facts => ({
  party: document.suggested_third_party?.name ?? document.extracted?.counterparty['name'] ?? null,
  number: document.extracted?.number ?? null,
  date: document.extracted?.date ?? null,
  gross: document.extracted?.totals.gross?.toFixed(2) ?? null,
  file: document.original_name,
  received: document.created_at,
});

function toTwinFacts({ known, booked, posted }: Twin): Facts {
  if (known) return toFacts(known);
  const shared = { file: null, received: null, party: (booked ?? posted)?.third_party?.name ?? null };
  if (booked)
    return { ...shared, number: booked.number, date: booked.document_date.slice(0, 10), gross: booked.amount_gross };
  const { reference = null, entry_date: date, total_debit: gross } = posted!;
  return { ...shared, number: reference, date: date.slice(0, 10), gross };
}

interface ComparedProps {
  readonly document: DocumentImport;
  readonly twin: Twin;
  readonly tell: Tell;
}

function Compared({ document, twin, tell }: ComparedProps) {
  const { format, place } = useConsole();
  const [one, other] = [toFacts(document), toTwinFacts(twin)];
  const show = (name: keyof Facts, value: string | null): string => {
    if (value === null) return '–';
    if (name === 'date' || name === 'received') return format.day(value);
    return name === 'gross' ? format.amount(value) : value;
  };
  const href = findTwinPlace(twin, place.file!);
  return (
    <>
      <table class="twins">
        <thead>
          <tr>
            <td />
            <th scope="col">{tell('this_one')}</th>
            <th scope="col">
              {tell('the_other')} {href && <a href={href}>{tell('open')}</a>}
            </th>
          </tr>
        </thead>
        <tbody>
          {(['party', 'number', 'date', 'gross', 'file', 'received'] as const).map((name) => (
            <tr key={name} class={show(name, one[name]) === show(name, other[name]) ? 'same' : undefined}>
              <th scope="row">{tell(`twin_${name}`)}</th>
              <td>{show(name, one[name])}</td>
              <td>{show(name, other[name])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div class="beside">
        <Preview document={document} field={null} />
        {twin.known && <Preview document={twin.known} field={null} />}
      </div>
    </>
  );
}

function findTwinPlace({ known, booked, posted }: Twin, file: string): string | null {
  if (known) return buildHash({ file, view: 'documents', item: String(known.id) });
  if (booked) return buildHash({ file, view: 'invoices', item: String(booked.id) });
  return posted ? buildHash({ file, view: 'entries', entry: String(posted.id) }) : null;
}
