import {
  formatBelgianEnterpriseNumber,
  formatBelgianVatNumber,
  normaliseBelgianEnterpriseNumber,
  normaliseBelgianVatNumber,
} from '../../numbers/belgian-enterprise-number.ts';
import { readExchangeAccounts, readExchangeItems, workingAccounts } from '../exchange.ts';
import { belgianLatePayment } from '../late-payment.ts';
import { readInvoiceRequirements, readMentions } from '../mentions.ts';
import type { CountryPack } from '../pack.ts';
import { withMentions } from '../vat-mentions.ts';
import { charts } from './accounts.ts';
import { annualAccounts } from './annual-accounts.ts';
import { boxes } from './boxes.ts';
import { corporateTax } from './corporate-tax.ts';
import exchangeAccounts from './data/exchange-accounts.json' with { type: 'json' };
import exchangeItems from './data/exchange-items.json' with { type: 'json' };
import requirementTable from './data/invoice-requirements.json' with { type: 'json' };
import mentionTable from './data/mentions.json' with { type: 'json' };
import vatMentionTable from './data/vat-mentions.json' with { type: 'json' };
import { declarations } from './declarations.ts';
import { fixedAssets } from './fixed-assets.ts';
import { journals } from './journals.ts';
import { legalForms } from './legal-forms.ts';
import { vatCodes } from './vat-codes.ts';
import { vatRegimes } from './vat-regimes.ts';

export const belgium: CountryPack = {
  code: 'BE',
  currency: 'EUR',
  vatRegimes,
  vatCodes: withMentions(vatCodes, vatMentionTable),
  boxes,
  charts,
  legalForms,
  soleTraderForms: ['000'],
  declarations,
  annualAccounts,
  journals,
  // All under 5500, the current accounts with credit institutions: 5501 is reserved for cheques issued.
  bankAccounts: { first: '550000', last: '550099' },
  autoEntryAccounts: {
    vat: {
      payable: '451200',
      receivable: '411200',
      correctionPayable: '451830',
      correctionReceivable: '411830',
    },
    invoicesToReceive: { supplier: '444000', customer: '404000' },
    reconciliationDifference: { expense: '657100', income: '757100' },
    discounts: { granted: '657000', received: '757000' },
    transfers: { transit: '580000' },
    bankCharges: '657200',
    suspense: '499000',
  },
  advances: { account: '460000', taxDue: 'invoice' },
  corporateTax,
  exchange: {
    accounts: readExchangeAccounts(exchangeAccounts),
    items: readExchangeItems(exchangeItems),
    methods: ['net', 'all'],
    reversal: 'required',
    ownAccounts: workingAccounts,
  },
  fixedAssets,
  suspenseAccounts: ['499'],
  latePayment: belgianLatePayment,
  earlyPayment: { taxedOn: 'reduced_price', source: 'CTVA art. 28, 1°' },
  mentions: readMentions(mentionTable),
  invoiceRequirements: readInvoiceRequirements(requirementTable),
  enterpriseNumber: {
    example: '0477.472.701',
    normalise: normaliseBelgianEnterpriseNumber,
    format: formatBelgianEnterpriseNumber,
  },
  vatNumber: {
    example: 'BE 0477.472.701',
    normalise: normaliseBelgianVatNumber,
    format: formatBelgianVatNumber,
  },
};
