import type { Toolbox } from '../commands/support/toolbox.ts';
import type { Access } from './access/index.ts';

/** Everything that handlers may use; put together once at the start. */
export interface Services extends Toolbox {
  readonly access: Access;
  /** True when the database and the event log both answer. */
  health(): Promise<boolean>;
}
