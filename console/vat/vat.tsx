import { useState } from 'preact/hooks';
import { Empty } from '../components/empty.tsx';
import { hasRole, type Role } from '../shell/role.ts';
import type { FileViewProps } from '../shell/file-component.ts';
import { Shown } from '../support/loading.tsx';
import { getFilePath, useConsole, useLoaded } from '../support/scene.ts';
import { useWriter } from '../support/write.ts';
import type { Declaration, DueItem } from './answers.ts';
import { DeclarationView } from './declaration.tsx';
import { sayIn } from './words.ts';

/** The calendar of the file, and the return that is opened from it. */
export function VatView({ role }: FileViewProps) {
  const { say, place, replacePlace, language } = useConsole();
  const tell = sayIn(language);
  const [turn, setTurn] = useState(0);
  const reload = (): void => setTurn((before) => before + 1);
  return (
    <>
      <h2>{say('vat')}</h2>
      {place.item === undefined ? (
        <Calendar turn={turn} role={role} onChanged={reload} />
      ) : (
        <>
          <button type="button" class="back" onClick={() => replacePlace({ item: undefined, box: undefined })}>
            ← {tell('calendar')}
          </button>
          <DeclarationView key={place.item} id={place.item} role={role} />
        </>
      )}
    </>
  );
}

const MARKS: Readonly<Record<string, string>> = { late: 'bad', open: 'warn', done: 'good' };

interface CalendarProps {
  readonly turn: number;
  readonly role: Role;
  readonly onChanged: () => void;
}

function Calendar({ turn, role, onChanged }: CalendarProps) {
  const { api, place, language } = useConsole();
  const tell = sayIn(language);
  const path = `${getFilePath(place)}/vat/calendar`;
  const calendar = useLoaded(`${path} ${turn}`, (signal) =>
    api.get<{ readonly data: readonly DueItem[] }>(path, {}, signal),
  );
  return (
    <Shown of={calendar}>
      {({ data }) =>
        data.length === 0 ? (
          <Empty title={tell('no_calendar')}>
            <p class="quiet">{tell('no_calendar_help')}</p>
          </Empty>
        ) : (
          <table class="statement calendar">
            <caption>{tell('calendar')}</caption>
            <thead>
              <tr>
                <th scope="col">{tell('what')}</th>
                <th scope="col">{tell('due_on')}</th>
                <th scope="col">{tell('status')}</th>
                <th scope="col">{tell('open')}</th>
              </tr>
            </thead>
            <tbody>
              {data.map((item) => (
                <Due key={`${item.kind} ${item.year} ${item.period}`} item={item} role={role} onChanged={onChanged} />
              ))}
            </tbody>
          </table>
        )
      }
    </Shown>
  );
}

interface DueProps extends Omit<CalendarProps, 'turn'> {
  readonly item: DueItem;
}

function Due({ item, role, onChanged }: DueProps) {
  const { format, language, replacePlace } = useConsole();
  const tell = sayIn(language);
  const { write, isBusy } = useWriter();
  const { kind, label, year, period, due_on, status, declaration_id } = item;
  const open = (id: number): void => replacePlace({ item: String(id) });
  const drawUp = async (): Promise<void> => {
    const sent = await write<Declaration>({
      method: 'POST',
      path: '/vat-declarations',
      body: { year, period },
      done: tell('drawn_up', { label }),
      onUndone: onChanged,
    });
    if (sent) open(sent.body.id);
  };
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>{format.day(due_on)}</td>
      <td>
        <span class={`badge ${MARKS[status] ?? ''}`}>{tell(`status_${status}`)}</span>
      </td>
      <td>
        {declaration_id !== null && (
          <button type="button" onClick={() => open(declaration_id)}>
            {tell('open')}
            <span class="unseen"> {label}</span>
          </button>
        )}
        {declaration_id === null && kind === 'return' && hasRole(role, 'encoder') && (
          <button type="button" disabled={isBusy} onClick={() => void drawUp()}>
            {tell('draw_up')}
            <span class="unseen"> {label}</span>
          </button>
        )}
      </td>
    </tr>
  );
}
