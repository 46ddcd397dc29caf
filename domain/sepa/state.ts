import type { SepaEvent, SepaStatus } from './sepa-events.ts';

/** State of a file that decisions need: its status and, while it is active, the lines it pays. */
export type SepaFileState = {
  readonly status: SepaStatus;
  readonly version: number;
  readonly is_trashed: boolean;
  readonly line_ids: readonly number[];
};

/** By id. There are few files: at most about one per payment day. */
export type SepaState = Readonly<Record<string, SepaFileState>>;

declare module '../company-file-state.ts' {
  interface CompanyFile {
    readonly sepa: SepaState;
  }
}

export const initialSepa: SepaState = {};

/** Neither booked nor cancelled: the bank may still execute the file. */
export const isPending = ({ status }: Pick<SepaFileState, 'status'>): boolean =>
  status === 'created' || status === 'downloaded';

export const isActiveFile = (file: SepaFileState): boolean => isPending(file) && !file.is_trashed;

export function evolveSepa(state: SepaState, event: SepaEvent): SepaState {
  if (event.type === 'SepaFilesPurged') {
    const gone = new Set(event.data.files.map(({ id }) => String(id)));
    return Object.fromEntries(Object.entries(state).filter(([id]) => !gone.has(id)));
  }
  const { id } = event.data;
  if (event.type === 'SepaFileCreated') {
    const line_ids = event.data.payments.flatMap(({ lines }) => lines.map(({ line_id }) => line_id));
    return { ...state, [id]: { status: 'created', version: 1, is_trashed: false, line_ids } };
  }
  const file = { ...state[id]!, version: event.data.version };
  if (event.type === 'SepaFileStatusChanged') return { ...state, [id]: { ...file, status: event.data.status } };
  return { ...state, [id]: { ...file, is_trashed: event.type === 'SepaFileTrashed' } };
}

/** Maps each line to the active file that contains it. */
export function mapLinesToActiveFiles(state: SepaState): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const [id, file] of Object.entries(state))
    if (isActiveFile(file)) for (const lineId of file.line_ids) found.set(lineId, Number(id));
  return found;
}
