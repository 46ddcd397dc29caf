import type { SepaEvent, SepaStatus } from './sepa-events.ts';

/** What decisions need to know of a file: where it stands, and while it is living what it pays. */
export type SepaFileState = {
  readonly status: SepaStatus;
  readonly version: number;
  readonly is_trashed: boolean;
  readonly line_ids: readonly number[];
};

/** By id. Files are few: one for each day on which somebody pays. */
export type SepaState = Readonly<Record<string, SepaFileState>>;

export const initialSepa: SepaState = {};

/** What is neither booked nor cancelled may still be carried out by the bank. */
export const isUnderWay = ({ status }: Pick<SepaFileState, 'status'>): boolean =>
  status === 'created' || status === 'downloaded';

export const isLivingFile = (file: SepaFileState): boolean => isUnderWay(file) && !file.is_trashed;

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

/** The living file that each of the lines is in. */
export function livingFiles(state: SepaState): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const [id, file] of Object.entries(state))
    if (isLivingFile(file)) for (const lineId of file.line_ids) found.set(lineId, Number(id));
  return found;
}
