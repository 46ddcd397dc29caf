import type { Messages } from '../messages.ts';

/** Forms with files, images, and the place where files are kept. */
export const uploads = {
  multipart_required: {
    fr: 'Les fichiers s’envoient dans un formulaire (Content-Type: multipart/form-data).',
    nl: 'Bestanden worden in een formulier verstuurd (Content-Type: multipart/form-data).',
    en: 'Files are sent in a form (Content-Type: multipart/form-data).',
    de: 'Dateien werden in einem Formular gesendet (Content-Type: multipart/form-data).',
  },
  invalid_multipart: {
    fr: 'Le formulaire envoyé est illisible ou incomplet.',
    nl: 'Het verzonden formulier is onleesbaar of onvolledig.',
    en: 'The form sent cannot be read or is incomplete.',
    de: 'Das gesendete Formular ist unlesbar oder unvollständig.',
  },
  file_too_large: {
    fr: 'Le fichier dépasse {max} octets.',
    nl: 'Het bestand is groter dan {max} bytes.',
    en: 'The file is larger than {max} bytes.',
    de: 'Die Datei ist größer als {max} Byte.',
  },
  image_type_unsupported: {
    fr: 'L’image doit être au format PNG, JPEG, WebP ou SVG.',
    nl: 'De afbeelding moet van het type PNG, JPEG, WebP of SVG zijn.',
    en: 'The image must be a PNG, JPEG, WebP or SVG.',
    de: 'Das Bild muss im Format PNG, JPEG, WebP oder SVG vorliegen.',
  },
  not_an_image: {
    fr: 'Ce fichier n’est pas une image, ou elle est endommagée.',
    nl: 'Dit bestand is geen afbeelding, of ze is beschadigd.',
    en: 'This file is not an image, or it is damaged.',
    de: 'Diese Datei ist kein Bild oder sie ist beschädigt.',
  },
  image_too_many_pixels: {
    fr: 'L’image a trop de pixels : 25 millions au plus.',
    nl: 'De afbeelding heeft te veel pixels: hoogstens 25 miljoen.',
    en: 'The image has too many pixels: 25 million at most.',
    de: 'Das Bild hat zu viele Pixel: höchstens 25 Millionen.',
  },
  svg_unsafe: {
    fr: 'Ce dessin SVG est trop grand ou contient des éléments qui ne peuvent être acceptés. Exportez-le en PNG.',
    nl: 'Deze SVG-tekening is te groot of bevat elementen die niet aanvaard kunnen worden. Exporteer ze als PNG.',
    en: 'This SVG drawing is too large or contains elements that cannot be accepted. Export it as PNG.',
    de: 'Diese SVG-Zeichnung ist zu groß oder enthält Elemente, die nicht angenommen werden können. Exportieren Sie sie als PNG.',
  },
  storage_full: {
    fr: 'L’espace de stockage est plein : le fichier n’a pas été conservé.',
    nl: 'De opslagruimte is vol: het bestand is niet bewaard.',
    en: 'The storage is full: the file was not kept.',
    de: 'Der Speicher ist voll: Die Datei wurde nicht aufbewahrt.',
  },
  storage_unavailable: {
    fr: 'Le stockage des fichiers est momentanément indisponible.',
    nl: 'De bestandsopslag is tijdelijk niet beschikbaar.',
    en: 'The file storage is temporarily unavailable.',
    de: 'Der Dateispeicher ist vorübergehend nicht verfügbar.',
  },
} as const satisfies Messages;
