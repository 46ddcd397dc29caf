import { Shown } from '../support/loading.tsx';
import { usePages } from '../support/pages.ts';
import { getFilePath, useConsole } from '../support/scene.ts';
import { Table } from '../support/table.tsx';
import type { BoxLine, Declaration } from './answers.ts';
import { sayIn } from './words.ts';

const isFilled = ([, amount]: readonly [string, string]): boolean => amount !== '0.00';

/** The boxes that are not zero, in the order of the form. Each opens to the lines behind it. */
export function Boxes({ declaration }: { readonly declaration: Declaration }) {
  const { format, language, place, replacePlace } = useConsole();
  const tell = sayIn(language);
  const boxes = Object.entries(declaration.boxes)
    .filter(isFilled)
    .sort(([one], [other]) => one.localeCompare(other));
  return (
    <>
      <h4>{tell('boxes')}</h4>
      <ul class="boxes">
        {boxes.map(([box, amount]) => (
          <li key={box}>
            <button
              type="button"
              aria-pressed={place.box === box}
              onClick={() => replacePlace({ box: place.box === box ? undefined : box })}
            >
              <span>{box}</span>
              <span class="figure">{format.amount(amount)}</span>
            </button>
            {declaration.manual[box] && (
              <span class="quiet">
                {tell('of_which_manual', {
                  amount: format.amount(declaration.manual[box].amount),
                  reason: declaration.manual[box].reason,
                })}
              </span>
            )}
          </li>
        ))}
      </ul>
      {place.box !== undefined && <Lines key={place.box} id={declaration.id} box={place.box} />}
    </>
  );
}

function Lines({ id, box }: { readonly id: number; readonly box: string }) {
  const { say, format, place, goTo, language } = useConsole();
  const tell = sayIn(language);
  const lines = usePages<BoxLine>(`${getFilePath(place)}/vat-declarations/${id}/lines`, { box });
  return (
    <Shown of={lines}>
      {({ rows, total }) => (
        <Table
          name={`box-${box}`}
          caption={`${tell('box')} ${box}`}
          rows={rows}
          total={total}
          getKey={({ line_id, vat_code }) => `${line_id} ${vat_code}`}
          onOpen={({ entry_id }) => goTo({ ...place, entry: String(entry_id) })}
          columns={[
            {
              name: 'date',
              label: say('date'),
              getValue: ({ entry_date }) => entry_date.slice(0, 10),
              renderCell: ({ entry_date }) => format.day(entry_date),
            },
            { name: 'entry', label: say('entry'), getValue: (row) => `${row.journal_code} ${row.number}` },
            { name: 'party', label: say('party'), isWide: true, getValue: (row) => row.third_party?.name ?? '' },
            { name: 'reference', label: say('reference'), isExtra: true, getValue: (row) => row.reference ?? '' },
            { name: 'code', label: tell('vat_code'), isExtra: true, getValue: ({ vat_code }) => vat_code },
            {
              name: 'amount',
              label: say('amount'),
              isFigure: true,
              getValue: ({ amount }) => amount,
              renderCell: ({ amount }) => format.amount(amount),
            },
          ]}
        />
      )}
    </Shown>
  );
}
