import { sayIn } from '../live/words.ts';
import { useConsole } from '../support/scene.ts';
import type { ConflictDialogProps } from './conflict.ts';
import { Dialog } from './dialog.tsx';
import { listDiffering, Versions } from './versions.tsx';

/** Both versions of a record, field by field. */
export function ConflictDialog({ conflict: { mine, theirs }, onDecide }: ConflictDialogProps) {
  const { language } = useConsole();
  const tell = sayIn(language);
  const differing = listDiffering(mine, theirs);
  return (
    <Dialog title={tell('conflict')} onClose={() => onDecide(null)}>
      <p>{tell(differing.length === 0 ? 'conflict_elsewhere' : 'conflict_help')}</p>
      {differing.length > 0 && (
        <Versions
          names={differing}
          sides={[
            { label: tell('mine'), data: mine },
            { label: tell('theirs'), data: theirs },
          ]}
          label={tell('field')}
          caption={tell('conflict_help')}
          hasFocus
        />
      )}
      <div class="tools">
        <button type="button" class="primary" onClick={() => onDecide('mine')}>
          {tell('keep_mine')}
        </button>
        <button type="button" onClick={() => onDecide('theirs')}>
          {tell('take_theirs')}
        </button>
      </div>
    </Dialog>
  );
}
