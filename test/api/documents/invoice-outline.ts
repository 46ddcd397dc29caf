import type { XmlElement } from '../../../domain/xml.ts';

/** Electronic invoices in short, for golden files. */

/** Parts that earlier documents of the file have, with the name of the first of them. */
export type KnownParts = Map<string, string>;

/** Parts that only group others. */
const GROUPS: ReadonlySet<string> = new Set(['SupplyChainTradeTransaction', 'ApplicableHeaderTradeAgreement']);

/**
 * One text for each part: `A(B=1 C[unit=h]=2)` is element A with B and C. A long part that another document has, such as
 * the seller, is named once.
 */
export const outlineInvoice = (root: XmlElement, name: string, known: KnownParts): readonly string[] =>
  listParts(root).map((part) => {
    const text = outlineElement(part);
    const other = known.get(text) ?? name;
    known.set(text, other);
    return other !== name && text.length > 80 ? `${part.name} as in ${other}` : text;
  });

const listParts = ({ children }: XmlElement): readonly XmlElement[] =>
  children.flatMap((child) => (GROUPS.has(child.name) ? listParts(child) : [child]));

function outlineElement({ name, attributes, children, text }: XmlElement): string {
  const said = Object.entries(attributes).map(([key, value]) => `${key}=${value}`);
  const head = said.length === 0 ? name : `${name}[${said.join(' ')}]`;
  return children.length === 0 ? `${head}=${text}` : `${head}(${children.map(outlineElement).join(' ')})`;
}
