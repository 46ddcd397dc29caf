import { normaliseVatNumber } from '../numbers/vat-number.ts';
import type { Problem } from '../refusal.ts';
import { element, type LongXml, type XmlNode } from '../xml.ts';
import { declarantOf, representativeOf, withoutPrefix, type FilingCompany } from './filer.ts';
import {
  declarantNode,
  declarantReference,
  namespaces,
  own,
  periodCode,
  periodNode,
  representativeNode,
} from './intervat.ts';
import type { CustomerListing, IntracomListing, ListedCustomer, ListedOperation } from './listings.ts';

/** The Belgian listings of customers. Clients are written one by one: there may be a hundred thousand. */

export function customerConsignment(company: FilingCompany, listing: CustomerListing, problems: Problem[]): LongXml {
  const { year, clients, turnover_sum, vat_sum } = listing;
  const declarant = declarantOf(company, problems);
  const wrong = clients.find(({ vat_number }) => normaliseVatNumber(vat_number, null) !== vat_number);
  if (wrong) problems.push(wrongNumber(wrong));
  const content: LongXml = {
    name: own('ClientListing'),
    attributes: {
      SequenceNumber: '1',
      ClientsNbr: String(clients.length),
      DeclarantReference: declarantReference(company.id, String(year)),
      TurnOverSum: turnover_sum,
      VATAmountSum: vat_sum,
    },
    children: inOrder([declarantNode(declarant), element(own('Period'), String(year))], clients, customerNode),
  };
  return consignment(company, 'ClientListingConsignment', 'ClientListingsNbr', content, problems);
}

const customerNode = ({ vat_number, turnover, vat_amount }: ListedCustomer, number: number): XmlNode =>
  element(
    own('Client'),
    [
      element(own('CompanyVATNumber'), withoutPrefix(vat_number), { issuedBy: 'BE' }),
      element(own('TurnOver'), turnover),
      element(own('VATAmount'), vat_amount),
    ],
    { SequenceNumber: String(number) },
  );

export function intraConsignment(company: FilingCompany, listing: IntracomListing, problems: Problem[]): LongXml {
  const { operations, amount_sum } = listing;
  const declarant = declarantOf(company, problems);
  const wrong = operations.find(({ vat_number }) => normaliseVatNumber(vat_number, null) !== vat_number);
  if (wrong) problems.push(wrongNumber(wrong));
  // There is no nil listing.
  if (operations.length === 0) problems.push({ code: 'listing_empty', field: 'period' });
  const content: LongXml = {
    name: own('IntraListing'),
    attributes: {
      SequenceNumber: '1',
      ClientsNbr: String(operations.length),
      DeclarantReference: declarantReference(company.id, periodCode(listing)),
      AmountSum: amount_sum,
    },
    children: inOrder([declarantNode(declarant), periodNode(listing)], operations, operationNode),
  };
  return consignment(company, 'IntraConsignment', 'IntraListingsNbr', content, problems);
}

const operationNode = ({ vat_number, code, amount, correcting }: ListedOperation, number: number): XmlNode =>
  element(
    own('IntraClient'),
    [
      element(own('CompanyVATNumber'), withoutPrefix(vat_number), { issuedBy: vat_number.slice(0, 2) }),
      element(own('Code'), code),
      element(own('Amount'), amount),
      correcting && periodNode(correcting, 'CorrectingPeriod'),
    ],
    { SequenceNumber: String(number) },
  );

const wrongNumber = ({ name, vat_number }: { readonly name: string; readonly vat_number: string }): Problem => ({
  code: 'listed_vat_number',
  field: 'clients',
  params: { name, number: vat_number },
});

function consignment(
  company: FilingCompany,
  name: string,
  count: string,
  content: LongXml,
  problems: Problem[],
): LongXml {
  const representative = representativeOf(company, problems);
  return {
    name: own(name),
    attributes: { ...namespaces(name), [count]: '1' },
    children: [representative && representativeNode(representative), content],
  };
}

/** Made anew for whoever reads it. */
function inOrder<Item>(
  head: readonly XmlNode[],
  items: readonly Item[],
  nodeOf: (item: Item, number: number) => XmlNode,
): Iterable<XmlNode> {
  return {
    *[Symbol.iterator]() {
      yield* head;
      let number = 0;
      for (const item of items) yield nodeOf(item, (number += 1));
    },
  };
}
