import { useState } from 'preact/hooks';
import type { FileViewProps } from '../shell/file-component.ts';
import { hasRole } from '../shell/role.ts';
import { saveFile } from '../support/save-file.ts';
import { getFilePath, useConsole } from '../support/scene.ts';
import { withQuery, ApiProblem } from '../support/api.ts';
import { isWord } from '../support/words.ts';
import { findRevision, type Hashes } from './hashes.ts';
import { LogProgress, useLog } from './log-gate.tsx';
import type { ReadLog } from './read-log.ts';

/** Verification by the reader: recomputes the chain in the browser and offers the audit pack. */
export function ProofView({ role }: Pick<FileViewProps, 'role'>) {
  const { say } = useConsole();
  const { state, read } = useLog();
  return (
    <>
      <h2>{say('proof')}</h2>
      <p>{say('check_help')}</p>
      <button type="button" disabled={state.is === 'reading'} onClick={read}>
        {say('check_chain')}
      </button>
      <LogProgress />
      {state.is === 'failed' && <p role="alert">{say('no_answer')}</p>}
      {state.is === 'read' && <Result log={state.log} />}
      {hasRole(role, 'manager') && <Pack />}
    </>
  );
}

function Result({ log: { chain, hashes, seconds } }: { readonly log: ReadLog }) {
  const { say, format } = useConsole();
  const [noted, setNoted] = useState('');
  const { problem, head, events } = chain;
  const given = noted.trim().toLowerCase();
  const describeHash = (hash: string, all: Hashes): string => {
    const revision = findRevision(hash, all);
    if (revision === null) return say('head_unknown');
    return revision === head?.revision
      ? say('head_same')
      : say('head_earlier', { revision: format.count(revision), events: format.count(revision + 1) });
  };
  return (
    <section>
      {problem ? (
        <p role="alert" class="broken">
          {say('chain_broken', {
            revision: problem.revision ?? problem.line,
            type: problem.type ?? '?',
            reason: isWord(problem.reason) ? say(problem.reason) : problem.reason,
          })}
        </p>
      ) : (
        <p role="status" class="whole">
          {say('chain_whole', { events: format.count(events), seconds: format.count(Number(seconds.toFixed(1))) })}
        </p>
      )}
      {head && (
        <p>
          {say('head')}
          {say('colon')} <code>{head.revision}</code> <code class="hash">{head.hash}</code>
        </p>
      )}
      <label>
        {say('noted_head')}
        <input class="hash" value={noted} onInput={(event) => setNoted(event.currentTarget.value)} spellcheck={false} />
      </label>
      {given !== '' && (
        <p role="status" class={findRevision(given, hashes) === null ? 'broken' : 'whole'}>
          {describeHash(given, hashes)}
        </p>
      )}
    </section>
  );
}

function Pack() {
  const { api, say, place } = useConsole();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const fetchPack = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      const { blob } = await api.fetchFile(withQuery(`${getFilePath(place)}/audit-pack`, { known_at: place.at }));
      saveFile(`audit-${place.file}.zip`, blob);
    } catch (error) {
      setProblem(error instanceof ApiProblem ? error.message : say('no_answer'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section>
      <h3>{say('pack')}</h3>
      <p class="quiet">{say('pack_help')}</p>
      <button type="button" disabled={isBusy} onClick={() => void fetchPack()}>
        {say('download')}
      </button>
      <p role="alert">{problem}</p>
    </section>
  );
}
