import type { SepaEvent, SepaStatus } from './sepa-events.ts';

/** What decisions need to know of a file: where it stands, and while it is living what it pays. */
export type SepaFileState = {
  readonly status: SepaStatus;
  readonly version: number;
  readonly line_ids: readonly number[];
};

/** By id. Files are few: one for each day on which somebody pays. */
export type SepaState = Readonly<Record<string, SepaFileState>>;

export const initialSepa: SepaState = {};

export const isLivingFile = ({ status }: Pick<SepaFileState, 'status'>): boolean =>
  status === 'created' || status === 'downloaded';

export function evolveSepa(state: SepaState, event: SepaEvent): SepaState {
  const { id } = event.data;
  if (event.type === 'SepaFileCreated') {
    const line_ids = event.data.payments.flatMap(({ lines }) => lines.map(({ line_id }) => line_id));
    return { ...state, [id]: { status: 'created', version: 1, line_ids } };
  }
  const { version, status } = event.data;
  return { ...state, [id]: { ...state[id]!, status, version } };
}

/** The living file that each of the lines is in. */
export function livingFiles(state: SepaState): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const [id, file] of Object.entries(state))
    if (isLivingFile(file)) for (const lineId of file.line_ids) found.set(lineId, Number(id));
  return found;
}
