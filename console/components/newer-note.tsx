import { useNewerVersion } from '../live/live.ts';
import { sayIn } from '../live/words.ts';
import { useConsole } from '../support/scene.ts';

interface NewerNoteProps {
  /** As in the feed, such as `third-parties`. */
  readonly resource: string;
  readonly id: number;
  /** The version that the form began with. */
  readonly version: number;
}

/** Beside a form: a quiet note that another person has changed the record. Both versions are shown when it is saved. */
export function NewerNote(edited: NewerNoteProps) {
  const { language } = useConsole();
  const newer = useNewerVersion(edited);
  return (
    <p class="newer-note" role="status">
      {newer !== null && sayIn(language)(newer.op === 'delete' ? 'gone_meanwhile' : 'newer_meanwhile')}
    </p>
  );
}
