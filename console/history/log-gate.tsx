import { createContext, type ComponentChildren } from 'preact';
import { useContext, useEffect } from 'preact/hooks';
import { useScene } from '../support/scene.ts';
import type { LogState, ReadLog } from './read-log.ts';

export interface LogKeeper {
  readonly state: LogState;
  /** The position of the last event, for how far the reading has come; null when the service did not tell. */
  readonly last: number | null;
  read(): void;
}

export const LogContext = createContext<LogKeeper | null>(null);

export function useLog(): LogKeeper {
  const keeper = useContext(LogContext);
  if (!keeper) throw new Error('There is no log');
  return keeper;
}

interface LogGateProps {
  readonly children: (log: ReadLog) => ComponentChildren;
  /** Reads it without being asked. */
  readonly isEager?: boolean;
}

/** Shows what needs the log, once it is read. */
export function LogGate({ children, isEager = false }: LogGateProps) {
  const { say } = useScene();
  const { state, read } = useLog();
  useEffect(() => {
    if (isEager && state.is === 'unread') read();
  }, []);
  if (state.is === 'read') return <>{children(state.log)}</>;
  return (
    <div>
      <p class="quiet">{say('read_log_help')}</p>
      {state.is === 'reading' ? (
        <LogProgress />
      ) : (
        <button type="button" onClick={read}>
          {say('read_log')}
        </button>
      )}
      {state.is === 'failed' && <p role="alert">{say('no_answer')}</p>}
    </div>
  );
}

export function LogProgress() {
  const { say, format } = useScene();
  const { state, last } = useLog();
  if (state.is !== 'reading') return null;
  const share = last === null || state.to === 0 ? undefined : (state.to - state.from + 1) / (last - state.from + 1);
  return (
    <p role="status">
      <progress aria-label={say('check_chain')} max={1} value={share} />{' '}
      {say('checking', { events: format.count(state.events) })}
    </p>
  );
}
