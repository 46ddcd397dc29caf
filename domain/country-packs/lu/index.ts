import {
  formatLuxembourgEnterpriseNumber,
  formatLuxembourgVatNumber,
  normaliseLuxembourgEnterpriseNumber,
  normaliseLuxembourgVatNumber,
} from '../../numbers/luxembourg-numbers.ts';
import { readExchangeAccounts, readExchangeItems } from '../exchange.ts';
import { luxembourgLatePayment } from '../late-payment.ts';
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

export const luxembourg: CountryPack = {
  code: 'LU',
  currency: 'EUR',
  mayUseOtherCurrency: true,
  vatRegimes,
  vatCodes: withMentions(vatCodes, vatMentionTable),
  boxes,
  charts,
  legalForms,
  soleTraderForms: ['CPP', 'IND'],
  declarations,
  annualAccounts,
  journals,
  // All under 5131, credit balances with banks: 5132 is reserved for accounts overdrawn at year end.
  bankAccounts: { first: '513101', last: '513199' },
  autoEntryAccounts: {
    vat: {
      payable: '461412',
      receivable: '421612',
      correctionPayable: '461418',
      correctionReceivable: '421618',
    },
    invoicesToReceive: { supplier: '44112', customer: '4014' },
    reconciliationDifference: { expense: '6582', income: '7582' },
    discounts: { granted: '65562', received: '75562' },
    transfers: { transit: '5171' },
    bankCharges: '61333',
    suspense: '484',
  },
  advances: { account: '4311', taxDue: 'invoice' },
  corporateTax,
  exchange: {
    accounts: readExchangeAccounts(exchangeAccounts),
    items: readExchangeItems(exchangeItems),
    methods: ['prudent', 'closing_rate'],
    reversal: 'optional',
    ownAccounts: {},
  },
  fixedAssets,
  suspenseAccounts: ['484', '485'],
  latePayment: luxembourgLatePayment,
  earlyPayment: { taxedOn: 'full_price', source: 'LTVA art. 33; RGD 21.12.1979' },
  mentions: readMentions(mentionTable),
  invoiceRequirements: readInvoiceRequirements(requirementTable),
  enterpriseNumber: {
    example: 'B123456',
    normalise: normaliseLuxembourgEnterpriseNumber,
    format: formatLuxembourgEnterpriseNumber,
  },
  vatNumber: {
    example: 'LU 15027442',
    normalise: normaliseLuxembourgVatNumber,
    format: formatLuxembourgVatNumber,
  },
};
