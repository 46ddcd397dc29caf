import { useConsole } from '../support/scene.ts';
import type { Amounts } from './answers.ts';
import { sayIn } from './words.ts';

interface TotalsProps {
  readonly amounts: Amounts;
  /** Currency of the company file. */
  readonly base: string;
}

/** Net amount, the tax of each code and the total, as the service computed them; in a foreign currency both amounts. */
export function Totals({ amounts, base }: TotalsProps) {
  const { format, language } = useConsole();
  const tell = sayIn(language);
  const { currency, vat, amount_net, amount_gross, exchange_rate } = amounts;
  const isForeign = currency !== base;
  const formatIfKnown = (amount: string | null): string => (amount === null ? '–' : format.amount(amount));
  return (
    <table class="statement totals" aria-label={tell('totals')}>
      <thead>
        <tr>
          <td />
          <th scope="col" class="figure">
            {currency}
          </th>
          {isForeign && (
            <th scope="col" class="figure">
              {base}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{tell('amount_net')}</th>
          <td class="figure">{format.amount(amount_net)}</td>
          {isForeign && <td class="figure">{formatIfKnown(amounts.base_amount_net)}</td>}
        </tr>
        {vat.map(({ vat_code, base: taxed, amount }) => (
          <tr key={vat_code.id}>
            <th scope="row">
              {tell('vat_on', { code: vat_code.code, rate: format.amount(vat_code.rate), base: format.amount(taxed) })}
            </th>
            <td class="figure">{format.amount(amount)}</td>
            {isForeign && <td class="figure">{vat.length === 1 ? formatIfKnown(amounts.base_amount_vat) : ''}</td>}
          </tr>
        ))}
        {isForeign && vat.length > 1 && (
          <tr>
            <th scope="row">{tell('amount_vat')}</th>
            <td class="figure">{format.amount(amounts.amount_vat)}</td>
            <td class="figure">{formatIfKnown(amounts.base_amount_vat)}</td>
          </tr>
        )}
        <tr class="sum">
          <th scope="row">{tell('amount_gross')}</th>
          <td class="figure">{format.amount(amount_gross)}</td>
          {isForeign && <td class="figure">{formatIfKnown(amounts.base_amount_gross)}</td>}
        </tr>
        {isForeign && (
          <tr>
            <td class="quiet" colSpan={3}>
              {exchange_rate === null
                ? tell('no_rate', { currency, base })
                : tell('rate_is', { currency, base, rate: exchange_rate })}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
