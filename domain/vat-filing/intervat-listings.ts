import { normaliseVatNumber } from '../numbers/vat-number.ts';
import { collectValue, type Checked, type Problem } from '../refusal.ts';
import { element, type LongXml, type XmlNode } from '../xml.ts';
import { resolveDeclarant, resolveRepresentative, withoutPrefix, type FilingCompany } from './filer.ts';
import {
  buildDeclarantNode,
  buildDeclarantReference,
  buildNamespaces,
  qualifyName,
  formatPeriodCode,
  buildPeriodNode,
  buildRepresentativeNode,
} from './intervat.ts';
import type { CustomerListing, IntracomListing, ListedCustomer, ListedOperation } from './listings.ts';

/** Belgian customer listings. Clients are written one by one, because there may be a hundred thousand of them. */

export function buildCustomerConsignment(company: FilingCompany, listing: CustomerListing): Checked<LongXml> {
  const { year, clients, turnover_sum, vat_sum } = listing;
  const { value: declarant, problems: ofDeclarant } = resolveDeclarant(company);
  const problems = [...ofDeclarant];
  const wrong = clients.find(({ vat_number }) => normaliseVatNumber(vat_number, null) !== vat_number);
  if (wrong) problems.push(toNumberProblem(wrong));
  const content: LongXml = {
    name: qualifyName('ClientListing'),
    attributes: {
      SequenceNumber: '1',
      ClientsNbr: String(clients.length),
      DeclarantReference: buildDeclarantReference(company.id, String(year)),
      TurnOverSum: turnover_sum,
      VATAmountSum: vat_sum,
    },
    children: iterateNodes(
      [buildDeclarantNode(declarant), element(qualifyName('Period'), String(year))],
      clients,
      buildCustomerNode,
    ),
  };
  const consigned = buildConsignment(company, 'ClientListingConsignment', 'ClientListingsNbr', content);
  return { value: collectValue(consigned, problems), problems };
}

const buildCustomerNode = ({ vat_number, turnover, vat_amount }: ListedCustomer, number: number): XmlNode =>
  element(
    qualifyName('Client'),
    [
      element(qualifyName('CompanyVATNumber'), withoutPrefix(vat_number), { issuedBy: 'BE' }),
      element(qualifyName('TurnOver'), turnover),
      element(qualifyName('VATAmount'), vat_amount),
    ],
    { SequenceNumber: String(number) },
  );

export function buildIntraConsignment(company: FilingCompany, listing: IntracomListing): Checked<LongXml> {
  const { operations, amount_sum } = listing;
  const { value: declarant, problems: ofDeclarant } = resolveDeclarant(company);
  const problems = [...ofDeclarant];
  const wrong = operations.find(({ vat_number }) => normaliseVatNumber(vat_number, null) !== vat_number);
  if (wrong) problems.push(toNumberProblem(wrong));
  // Nil listings do not exist.
  if (operations.length === 0) problems.push({ code: 'listing_empty', field: 'period' });
  const content: LongXml = {
    name: qualifyName('IntraListing'),
    attributes: {
      SequenceNumber: '1',
      ClientsNbr: String(operations.length),
      DeclarantReference: buildDeclarantReference(company.id, formatPeriodCode(listing)),
      AmountSum: amount_sum,
    },
    children: iterateNodes([buildDeclarantNode(declarant), buildPeriodNode(listing)], operations, buildOperationNode),
  };
  const consigned = buildConsignment(company, 'IntraConsignment', 'IntraListingsNbr', content);
  return { value: collectValue(consigned, problems), problems };
}

const buildOperationNode = ({ vat_number, code, amount, correcting }: ListedOperation, number: number): XmlNode =>
  element(
    qualifyName('IntraClient'),
    [
      element(qualifyName('CompanyVATNumber'), withoutPrefix(vat_number), { issuedBy: vat_number.slice(0, 2) }),
      element(qualifyName('Code'), code),
      element(qualifyName('Amount'), amount),
      correcting && buildPeriodNode(correcting, 'CorrectingPeriod'),
    ],
    { SequenceNumber: String(number) },
  );

const toNumberProblem = ({ name, vat_number }: { readonly name: string; readonly vat_number: string }): Problem => ({
  code: 'listed_vat_number',
  field: 'clients',
  params: { name, number: vat_number },
});

function buildConsignment(company: FilingCompany, name: string, count: string, content: LongXml): Checked<LongXml> {
  const { value: representative, problems } = resolveRepresentative(company);
  const consignment = {
    name: qualifyName(name),
    attributes: { ...buildNamespaces(name), [count]: '1' },
    children: [representative && buildRepresentativeNode(representative), content],
  };
  return { value: consignment, problems };
}

/** Generates the nodes again for each iteration. */
function iterateNodes<Item>(
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
