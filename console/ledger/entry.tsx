import { Documents } from '../documents/documents.tsx';
import { EntryActions } from '../entries/entry-actions.tsx';
import { Revisions } from '../history/revisions.tsx';
import type { FileViewProps } from '../shell/file-component.ts';
import type { Entry, EntryLine } from '../support/answers.ts';
import { Shown } from '../support/loading.tsx';
import { buildHash } from '../support/place.ts';
import { getFilePath, useLoaded, useConsole, getLoadedValue } from '../support/scene.ts';
import { Table } from '../support/table.tsx';
import { translateEntryWord } from './entry-words.ts';

/** An entry as on paper, with its documents beside it and its events below. */
export function EntryView({ role }: FileViewProps) {
  const { api, say, place } = useConsole();
  const { entry: id, at } = place;
  const path = `${getFilePath(place)}/entries/${id}`;
  const entry = useLoaded(`${path} ${at}`, (signal) => api.get<Entry>(path, { known_at: at }, signal));
  return (
    <Shown of={entry}>
      {(shown) => (
        <div class="proofed">
          <div>
            <div class="entry-head">
              <h2>
                {say('entry')} {shown.journal.code} {shown.number}
              </h2>
              <EntryActions entry={shown} role={role} />
            </div>
            <Paper entry={shown} />
          </div>
          <Documents path={path} />
          <Revisions resource="entries" id={shown.id} />
        </div>
      )}
    </Shown>
  );
}

/** Longer entries, such as an opening balance, are shown in a table that renders only visible rows. */
const MOST_ON_PAPER = 200;

function Paper({ entry }: { readonly entry: Entry }) {
  const { say, format, language } = useConsole();
  const { entry_date, label, reference, third_party, origin, status, lines } = entry;
  return (
    <section class="card entry-paper" aria-label={say('entry')}>
      <dl class="facts">
        <Fact term={say('date')} text={format.day(entry_date)} />
        <Fact term={say('party')} text={third_party?.name ?? null} />
        <Fact term={say('label')} text={label} />
        <Fact term={say('reference')} text={reference} />
        <Fact term={say('origin')} text={translateEntryWord(origin, language)} />
        <Fact term={say('status')} text={translateEntryWord(status, language)} />
        <Fact term={say('reversal_reason')} text={entry.reversal_reason} />
        {[entry.reversed_entry_id, entry.reversed_by_entry_id].map(
          (other) =>
            other !== null && (
              <div key={other}>
                <dt>{say('reversal')}</dt>
                <dd>
                  <EntryLink id={other} />
                </dd>
              </div>
            ),
        )}
      </dl>
      {lines.length > MOST_ON_PAPER ? <LongLines entry={entry} /> : <Lines entry={entry} />}
    </section>
  );
}

const isNothing = (amount: string): boolean => /^0(\.0+)?$/.test(amount);

function Lines({ entry }: { readonly entry: Entry }) {
  const { say, format, place } = useConsole();
  const formatSide = (amount: string): string => (isNothing(amount) ? '' : format.amount(amount));
  const hasVat = entry.lines.some(({ vat_code }) => vat_code !== null);
  return (
    <table class="posted-lines">
      <caption class="unseen">{say('entry')}</caption>
      <thead>
        <tr>
          <th scope="col">{say('account')}</th>
          <th scope="col" class="wide">
            {say('label')}
          </th>
          {hasVat && (
            <th scope="col" class="extra">
              {say('vat_code')}
            </th>
          )}
          <th scope="col" class="figure">
            {say('debit')}
          </th>
          <th scope="col" class="figure">
            {say('credit')}
          </th>
        </tr>
      </thead>
      <tbody>
        {entry.lines.map(({ id, account, label, vat_code, debit, credit }) => (
          <tr key={id}>
            <td>
              <a href={buildHash({ ...place, entry: undefined, account: account.number })}>{account.number}</a>
            </td>
            <td class="wide">
              {account.label}
              {label !== null && label !== '' && label !== entry.label && <span class="quiet">{label}</span>}
            </td>
            {hasVat && <td class="extra">{vat_code?.code ?? ''}</td>}
            <td class="figure">{formatSide(debit)}</td>
            <td class="figure">{formatSide(credit)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            {say('total')}
          </th>
          {hasVat && <td class="extra" />}
          <td class="figure">{format.amount(entry.total_debit)}</td>
          <td class="figure">{format.amount(entry.total_credit)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function LongLines({ entry }: { readonly entry: Entry }) {
  const { say, format, place, goTo } = useConsole();
  return (
    <Table
      name={`entry-${entry.id}`}
      caption={say('entry')}
      rows={entry.lines}
      getKey={(line) => line.id}
      onOpen={({ account }) => goTo({ ...place, entry: undefined, account: account.number })}
      columns={[
        { name: 'account', label: say('account'), getValue: ({ account }) => account.number },
        { name: 'label', label: say('label'), getValue: ({ account, label }) => label ?? account.label, isWide: true },
        { name: 'vat_code', label: say('vat_code'), getValue: ({ vat_code }) => vat_code?.code ?? '', isExtra: true },
        ...(['debit', 'credit'] as const).map((name) => ({
          name,
          label: say(name),
          isFigure: true,
          getValue: (line: EntryLine) => line[name],
          renderCell: (line: EntryLine) => format.amount(line[name]),
        })),
      ]}
      totals={{
        label: say('total'),
        debit: format.amount(entry.total_debit),
        credit: format.amount(entry.total_credit),
      }}
    />
  );
}

/** Link labelled with journal and number once they are loaded. */
function EntryLink({ id }: { readonly id: number }) {
  const { api, say, place } = useConsole();
  const path = `${getFilePath(place)}/entries/${id}`;
  const entry = getLoadedValue(useLoaded(path, (signal) => api.get<Entry>(path, {}, signal)));
  return (
    <a href={buildHash({ ...place, entry: String(id) })}>
      {entry === null ? say('entry') : `${entry.journal.code} ${entry.number}`}
    </a>
  );
}

function Fact({ term, text }: { readonly term: string; readonly text: string | null }) {
  return text === null || text === '' ? null : (
    <div>
      <dt>{term}</dt>
      <dd>{text}</dd>
    </div>
  );
}
