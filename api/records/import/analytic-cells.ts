import type { RequestedShare } from '../../../domain/analytics/allocation.ts';
import { collectValue, NO_PROBLEMS, type Checked, type Problem } from '../../../domain/refusal.ts';
import { listProblems } from '../../http/input/problems.ts';
import { normalizeAmount } from './notations.ts';
import { CELL_SCHEMAS } from './typed-cells.ts';

/** Reads `PROJECT-A` or `A:60;B:40` as analytic codes with their percentages. */
export function readAnalyticCell(cell: string, field: string): Checked<readonly RequestedShare[]> {
  const problems: Problem[] = [];
  const shares = cell
    .split(/[;|\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => collectValue(readShare(part, field), problems));
  return { value: shares, problems };
}

function readShare(part: string, field: string): Checked<RequestedShare> {
  const [code = '', share = ''] = part.split(/[:=]/, 2).map((piece) => piece.trim());
  const shown = { code, code_id: null, axis: null, amount: null };
  if (share === '') return { value: { ...shown, share: null }, problems: NO_PROBLEMS };
  const parsed = CELL_SCHEMAS.percentage.safeParse(normalizeAmount(share.replace(/\s*%$/, '')));
  return parsed.success
    ? { value: { ...shown, share: parsed.data }, problems: NO_PROBLEMS }
    : {
        value: { ...shown, share: null },
        problems: listProblems(parsed.error, field).map((one) => ({ ...one, field })),
      };
}
