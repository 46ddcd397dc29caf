import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { countryPacks } from '../../domain/country-packs/index.ts';

/** `1412` as the pages write it. */
const written = (count: number): string => String(count).replace(/(\d)(\d{3})$/, '$1 $2');

describe('The pages of the countries', () => {
  for (const pack of countryPacks) {
    const page = readFileSync(new URL(`../../docs/countries/${pack.code.toLowerCase()}.md`, import.meta.url), 'utf8');

    it(`count what the pack of ${pack.code} holds`, () => {
      for (const { variant, accounts } of pack.charts) {
        const postable = accounts.filter(({ isPostable }) => isPostable).length;
        expect(page).to.match(
          new RegExp(`\\| \`${variant}\` \\|[^|]+\\| ${written(accounts.length)} \\| ${written(postable)} \\|`),
        );
      }
      const sales = pack.vatCodes.filter(({ direction }) => direction === 'sale').length;
      const purchases = pack.vatCodes.length - sales;
      expect(page).to.contain(`${pack.vatCodes.length} codes: ${sales} for sales, ${purchases} for purchases`);
      expect(page).to.match(new RegExp(`\\b${pack.boxes.length} (?:boxes|fields)`));
      expect(page).to.match(new RegExp(`\\b${pack.legalForms.length} (?:codes of|forms)`));
    });

    it(`list the mentions on invoices of ${pack.code}, and mark those that have to be reviewed`, () => {
      const told = page.replaceAll(/ +\|/g, ' |');
      const mark = (sure: string) => (sure === 'certain' ? '' : `review: ${sure} `);
      for (const { code, source, from, sure } of pack.mentions)
        expect(told).to.contain(`| \`${code}\` | ${source} | ${from} | ${mark(sure)}|`);
      for (const { needs, source, from, sure } of pack.invoiceRequirements)
        expect(told).to.contain(`| \`${needs}\` | ${source} | ${from} | ${mark(sure)}|`);
    });

    it(`tell what may be asked for late payment in ${pack.code}`, () => {
      const { business, consumer } = pack.latePayment;
      const told = [
        ...business.rates.map(({ from, rate }) => `| business | ${from} | ${rate} |`),
        ...consumer.rates.map(({ from, rate }) => `| consumer | ${from} | ${rate} |`),
      ];
      expect(page.match(/\| (?:business|consumer) \| .+ \|/g)).to.deep.equal(told);
      expect(page).to.contain(`${business.lumpSum} EUR an invoice`);
    });

    it(`name the journals, accounts, models and regimes of ${pack.code}`, () => {
      const { vat, invoicesToReceive, accruals = {}, reconciliationDifference, transfers, suspense } = pack.autoEntryAccounts;
      const named = [
        ...pack.journals.flatMap(({ code, controlAccount }) => [`\`${code}\``, controlAccount ?? 'OD']),
        ...pack.vatRegimes.map(({ code }) => `\`${code}\``),
        ...pack.charts.flatMap(({ closing }) => [closing.profit, closing.loss]),
        ...Object.values(vat),
        ...Object.values(invoicesToReceive),
        ...Object.values<string>(accruals),
        ...Object.values(reconciliationDifference),
        transfers.transit,
        suspense,
        pack.bankAccounts.first,
        pack.bankAccounts.last,
        pack.enterpriseNumber.example,
        pack.vatNumber.example,
      ];
      for (const name of named) expect(page, name).to.contain(name);
    });
  }
});
