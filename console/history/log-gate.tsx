import { createContext, type ComponentChildren } from 'preact';
import { useContext, useEffect } from 'preact/hooks';
import { useConsole } from '../support/scene.ts';
import type { LogState, ReadLog } from './read-log.ts';

export interface LogKeeper {
  readonly state: LogState;
  /** Position of the last event, for the progress bar; null if unknown. */
  readonly last: number | null;
  read(): void;
}

export const LogContext = createContext<LogKeeper | null>(null);

export function useLog(): LogKeeper {
  const keeper = useContext(LogContext);
  if (!keeper) throw new Error('useLog requires a LogContext provider');
  return keeper;
}

interface LogGateProps {
  readonly children: (log: ReadLog) => ComponentChildren;
  /** Starts reading automatically. */
  readonly isEager?: boolean;
}

/** Shows its children once the log has been read. */
export function LogGate({ children, isEager = false }: LogGateProps) {
  const { say } = useConsole();
  const { state, read } = useLog();
  useEffect(() => {
    if (isEager && state.is === 'unread') read();
  }, []);
  if (state.is === 'read') return <>{children(state.log)}</>;
  const isAboutToRead = isEager && state.is === 'unread';
  return (
    <div>
      <p class="quiet">{say('read_log_help')}</p>
      {state.is === 'reading' || isAboutToRead ? (
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
  const { say, format } = useConsole();
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
