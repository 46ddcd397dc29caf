import { Documents } from '../documents/documents.tsx';
import { Revisions } from '../history/revisions.tsx';
import type { Entry } from '../support/answers.ts';
import { Shown } from '../support/loading.tsx';
import { buildHash } from '../support/place.ts';
import { getFilePath, useLoaded, useConsole, getLoadedValue } from '../support/scene.ts';
import { Table } from '../support/table.tsx';
import { translateEntryWord } from './entry-words.ts';

/** An entry with its documents beside it and its events below. */
export function EntryView() {
  const { api, say, format, place, goTo, language } = useConsole();
  const { entry: id, at } = place;
  const path = `${getFilePath(place)}/entries/${id}`;
  const entry = useLoaded(`${path} ${at}`, (signal) => api.get<Entry>(path, { known_at: at }, signal));
  return (
    <Shown of={entry}>
      {(shown) => (
        <div class="proofed">
          <div>
            <h2>
              {say('entry')} {shown.journal.code} {shown.number}
            </h2>
            <dl class="facts">
              <Fact term={say('date')} text={format.day(shown.entry_date)} />
              <Fact term={say('label')} text={shown.label} />
              <Fact term={say('reference')} text={shown.reference} />
              <Fact term={say('party')} text={shown.third_party?.name ?? null} />
              <Fact term={say('origin')} text={translateEntryWord(shown.origin, language)} />
              <Fact term={say('status')} text={translateEntryWord(shown.status, language)} />
              {[shown.reversed_entry_id, shown.reversed_by_entry_id].map(
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
            <Table
              name={`entry-${shown.id}`}
              caption={say('entry')}
              rows={shown.lines}
              getKey={(line) => line.id}
              onOpen={({ account }) => goTo({ ...place, entry: undefined, account: account.number })}
              columns={[
                { name: 'account', label: say('account'), getValue: ({ account }) => account.number },
                {
                  name: 'label',
                  label: say('label'),
                  getValue: ({ account, label }) => label ?? account.label,
                  isWide: true,
                },
                {
                  name: 'vat_code',
                  label: say('vat_code'),
                  getValue: ({ vat_code }) => vat_code?.code ?? '',
                  isExtra: true,
                },
                ...(['debit', 'credit'] as const).map((name) => ({
                  name,
                  label: say(name),
                  isFigure: true,
                  getValue: (line: Entry['lines'][number]) => line[name],
                  renderCell: (line: Entry['lines'][number]) => format.amount(line[name]),
                })),
              ]}
              totals={{
                label: say('total'),
                debit: format.amount(shown.total_debit),
                credit: format.amount(shown.total_credit),
              }}
            />
          </div>
          <Documents path={path} />
          <Revisions resource="entries" id={shown.id} />
        </div>
      )}
    </Shown>
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
