import { findElement, type XmlElement } from '../../xml.ts';

/** Builds the elements of a converted invoice; each function gives no element if there is nothing to convert. */
export interface TreeBuilder {
  /** The same text and attributes under another name. */
  readonly leaf: (name: string, from: XmlElement | undefined) => XmlElement[];
  readonly text: (name: string, from: XmlElement | undefined, text: string) => XmlElement[];
  /** An identifier whose scheme is an element beside it. */
  readonly scheme: (name: string, from: XmlElement | undefined, scheme: XmlElement | undefined) => XmlElement[];
  /** An amount without a currency is in that of the document. */
  readonly amount: (name: string, from: XmlElement | undefined) => XmlElement[];
  /** `20260302` becomes `2026-03-02`. */
  readonly date: (name: string, from: XmlElement | undefined) => XmlElement[];
  readonly group: (name: string, from: XmlElement | undefined, children: readonly XmlElement[]) => XmlElement[];
  readonly findOrigin: (element: XmlElement) => XmlElement | undefined;
}

const COMPONENTS = 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2';

export function createTreeBuilder(currency: string): TreeBuilder {
  const origins = new Map<XmlElement, XmlElement>();
  const make = (
    name: string,
    from: XmlElement | undefined,
    made: Partial<Pick<XmlElement, 'attributes' | 'children' | 'text'>>,
  ): XmlElement[] => {
    if (from === undefined) return [];
    const element = { name, namespace: COMPONENTS, attributes: {}, children: [], text: '', ...made };
    origins.set(element, from);
    return [element];
  };
  return {
    leaf: (name, from) => make(name, from, { attributes: from?.attributes ?? {}, text: from?.text ?? '' }),
    text: (name, from, text) => make(name, from, { text }),
    scheme: (name, from, scheme) =>
      make(name, from, {
        attributes: { ...from?.attributes, ...(scheme && { schemeID: scheme.text }) },
        text: from?.text ?? '',
      }),
    amount: (name, from) =>
      make(name, from, { attributes: { currencyID: currency, ...from?.attributes }, text: from?.text ?? '' }),
    date: (name, from) => make(name, from, { text: formatDate(from) }),
    group: (name, from, children) => make(name, from, { children }),
    findOrigin: (element) => origins.get(element),
  };
}

function formatDate(from: XmlElement | undefined): string {
  const text = (findElement(from, 'DateTimeString') ?? findElement(from, 'DateString') ?? from)?.text ?? '';
  return text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
}
