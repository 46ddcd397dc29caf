import { useState } from 'preact/hooks';
import { Dialog } from '../components/dialog.tsx';
import { OfYear } from '../ledger/years.tsx';
import { hasRole, type Role } from '../shell/role.ts';
import { findPlaceOf } from '../shell/resource-places.ts';
import type { FileViewProps } from '../shell/file-component.ts';
import { Shown } from '../support/loading.tsx';
import { buildHash } from '../support/place.ts';
import { getFilePath, useConsole, useLoaded } from '../support/scene.ts';
import { useWriter } from '../support/write.ts';
import type { ClosingCheck, Finding, Period, YearWithPeriods } from './answers.ts';
import { sayIn } from './words.ts';

/** What stands in the way of closing a year, as a list to work through; its periods, and the closing itself. */
export function ClosingView({ file, day, role }: FileViewProps) {
  const { say } = useConsole();
  return (
    <>
      <h2>{say('closing_check')}</h2>
      <OfYear file={file} day={day}>
        {({ id }) => <Year key={id} id={id} role={role} />}
      </OfYear>
    </>
  );
}

function Year({ id, role }: { readonly id: number; readonly role: Role }) {
  const { api, place } = useConsole();
  const [turn, setTurn] = useState(0);
  const path = `${getFilePath(place)}/fiscal-years/${id}`;
  const year = useLoaded(`${path} ${turn}`, async (signal) => ({
    year: await api.get<YearWithPeriods>(path, {}, signal),
    check: await api.get<ClosingCheck>(`${path}/closing-check`, {}, signal),
  }));
  const reload = (): void => setTurn((before) => before + 1);
  return (
    <Shown of={year}>
      {({ year: shown, check }) => (
        <div class="closing">
          <Findings check={check} isClosed={shown.is_closed} />
          <Periods year={shown} role={role} onChanged={reload} />
          <Close year={shown} check={check} role={role} onChanged={reload} />
        </div>
      )}
    </Shown>
  );
}

const MARKS: Readonly<Record<Finding['severity'], string>> = { blocking: 'bad', warning: 'warn', info: '' };

function Findings({ check, isClosed }: { readonly check: ClosingCheck; readonly isClosed: boolean }) {
  const { language } = useConsole();
  const tell = sayIn(language);
  if (isClosed) return <p class="whole">{tell('year_closed')}</p>;
  return (
    <section class="card" aria-labelledby="findings">
      <h3 id="findings">{tell('to_do')}</h3>
      {check.checks.length === 0 ? (
        <p class="whole">{tell('nothing_to_do')}</p>
      ) : (
        <ul class="findings">
          {check.checks.map((finding) => (
            <li key={finding.code}>
              <span class={`badge ${MARKS[finding.severity]}`}>{tell(finding.severity)}</span> {finding.message}
              <Links links={finding.links} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Few enough to read; the view that they lead to shows them all. */
const MOST_LINKS = 6;

function Links({ links }: Pick<Finding, 'links'>) {
  const reached = links.flatMap(({ label, href }) => {
    const place = findPlaceOf(href);
    return place === null ? [] : [{ label, hash: buildHash(place) }];
  });
  if (reached.length === 0) return null;
  return (
    <span class="links">
      {reached.slice(0, MOST_LINKS).map(({ label, hash }) => (
        <a key={`${label} ${hash}`} href={hash}>
          {label}
        </a>
      ))}
      {reached.length > MOST_LINKS && '…'}
    </span>
  );
}

interface PeriodsProps {
  readonly year: YearWithPeriods;
  readonly role: Role;
  readonly onChanged: () => void;
}

function Periods({ year, role, onChanged }: PeriodsProps) {
  const { language } = useConsole();
  const tell = sayIn(language);
  const { write, isBusy } = useWriter();
  const turn = async ({ id, label, is_locked }: Period): Promise<void> => {
    const sent = await write({
      method: 'POST',
      path: `/fiscal-years/${year.id}/periods/${id}/${is_locked ? 'unlock' : 'lock'}`,
      body: {},
      done: tell(is_locked ? 'period_unlocked' : 'period_locked', { period: label }),
      onUndone: onChanged,
    });
    if (sent) onChanged();
  };
  return (
    <section class="card" aria-labelledby="periods">
      <h3 id="periods">{tell('periods')}</h3>
      <ul class="periods">
        {year.periods.map((period) => (
          <li key={period.id}>
            <span>{period.label}</span>
            <span class={`badge ${period.is_locked ? 'good' : ''}`}>{tell(period.is_locked ? 'locked' : 'open')}</span>
            {hasRole(role, 'manager') && !year.is_closed && (
              <button type="button" disabled={isBusy} onClick={() => void turn(period)}>
                {tell(period.is_locked ? 'unlock' : 'lock')}
                <span class="unseen"> {period.label}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface CloseProps extends PeriodsProps {
  readonly check: ClosingCheck;
}

function Close({ year, check, role, onChanged }: CloseProps) {
  const { language, format, say } = useConsole();
  const tell = sayIn(language);
  const { write, isBusy, problem } = useWriter();
  const [isAsking, setAsking] = useState(false);
  const turn = async (): Promise<void> => {
    const sent = await write({
      method: 'POST',
      path: `/fiscal-years/${year.id}/${year.is_closed ? 'reopen' : 'close'}`,
      body: {},
      done: tell(year.is_closed ? 'reopened_year' : 'closed_year', { year: year.code }),
      onUndone: onChanged,
    });
    setAsking(false);
    if (sent) onChanged();
  };
  const isAllowed = hasRole(role, year.is_closed ? 'admin' : 'manager');
  return (
    <section class="card" aria-labelledby="result">
      <h3 id="result">{tell(check.outcome === 'loss' ? 'loss' : 'profit')}</h3>
      <dl class="facts">
        <div>
          <dt>{tell('result')}</dt>
          <dd class="figure">{format.amount(check.result)}</dd>
        </div>
        <div>
          <dt>{tell('brought_forward')}</dt>
          <dd class="figure">{format.amount(check.brought_forward)}</dd>
        </div>
        <div>
          <dt>{tell('to_transfer', { account: check.transfer_account ?? '–' })}</dt>
          <dd class="figure">{format.amount(check.to_transfer)}</dd>
        </div>
      </dl>
      {problem && <p role="alert">{problem.message}</p>}
      {isAllowed && (
        <button
          type="button"
          class="primary"
          disabled={isBusy || (!year.is_closed && !check.can_close)}
          onClick={() => setAsking(true)}
        >
          {tell(year.is_closed ? 'reopen_year' : 'close_year', { year: year.code })}
        </button>
      )}
      {isAsking && (
        <Dialog
          title={tell(year.is_closed ? 'reopen_year' : 'close_year', { year: year.code })}
          onClose={() => setAsking(false)}
        >
          <p>{tell(year.is_closed ? 'reopen_question' : 'close_question')}</p>
          <button type="button" class="primary" disabled={isBusy} onClick={() => void turn()}>
            {tell('confirm')}
          </button>{' '}
          <button type="button" onClick={() => setAsking(false)}>
            {say('close')}
          </button>
        </Dialog>
      )}
    </section>
  );
}
