import { readCii } from '../../domain/e-invoicing/read/cii.ts';
import type { WrittenInvoice } from '../../domain/e-invoicing/read/invoice.ts';
import { readUbl } from '../../domain/e-invoicing/read/ubl.ts';
import type { XmlElement } from '../../domain/xml.ts';

/** Reads a structured invoice (UBL or CII) as its sender wrote it; null if it is something else. */
export function readInvoice(text: string): WrittenInvoice | null {
  // The service refuses them, and nothing here is to define entities either.
  if (/<!DOCTYPE/i.test(text)) return null;
  const { documentElement: root } = new DOMParser().parseFromString(text, 'application/xml');
  switch (root.localName) {
    case 'Invoice':
    case 'CreditNote':
      return readUbl(toXmlElement(root));
    case 'CrossIndustryInvoice':
    case 'CrossIndustryDocument':
      return readCii(toXmlElement(root));
    default:
      return null;
  }
}

function toXmlElement(element: Element): XmlElement {
  const texts = [...element.childNodes].filter(({ nodeType }) => nodeType === 3 || nodeType === 4);
  return {
    name: element.localName,
    namespace: element.namespaceURI ?? '',
    attributes: Object.fromEntries([...element.attributes].map(({ localName, value }) => [localName, value])),
    children: [...element.children].map(toXmlElement),
    text: texts
      .map(({ nodeValue }) => nodeValue ?? '')
      .join('')
      .trim(),
  };
}
