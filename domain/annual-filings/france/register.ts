/** Compares the register of fixed assets with the ledger, which the forms follow. */
import { isZero, subtract, sum, ZERO, type SignedAmount } from '../../money.ts';
import type { BrokenCheck, FilingInputs } from '../form.ts';

/** A warning for every account whose cost differs. Without a register there is nothing to compare. */
export function findRegisterDifferences({
  assets,
  current,
}: Pick<FilingInputs, 'assets' | 'current'>): readonly BrokenCheck[] {
  if (assets.length === 0) return [];
  const { atEnd } = current.stated;
  const registered = new Map<string, SignedAmount>();
  for (const one of assets) {
    const cost = sum([one.opening_gross, one.additions, one.revaluations, one.disposals, one.transfers]);
    registered.set(one.account, sum([registered.get(one.account) ?? ZERO, cost]));
  }
  const numbers = new Set([...registered.keys(), ...[...atEnd.keys()].filter(isRegistered)]);
  return [...numbers].toSorted().flatMap((number): BrokenCheck[] => {
    const [left, right] = [atEnd.get(number) ?? ZERO, registered.get(number) ?? ZERO];
    if (isZero(subtract(left, right))) return [];
    return [
      {
        code: `register-${number}`,
        severity: 'warning',
        equation: `${number} = ${right}`,
        left,
        right,
        message: { key: 'filing_check_register', params: { box: number } },
      },
    ];
  });
}

/** Intangible and tangible assets in use; assets in progress and financial ones need no register. */
const isRegistered = (account: string): boolean => /^2[01]/.test(account);
