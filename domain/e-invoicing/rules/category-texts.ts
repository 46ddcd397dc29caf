import de from '../../../locales/de/e-invoicing-category-texts.json' with { type: 'json' };
import en from '../../../locales/en/e-invoicing-category-texts.json' with { type: 'json' };
import fr from '../../../locales/fr/e-invoicing-category-texts.json' with { type: 'json' };
import nl from '../../../locales/nl/e-invoicing-category-texts.json' with { type: 'json' };
import { combineLanguages, type Labels } from '../../language.ts';
import { toLabels } from './texts.ts';

/** What is said of categories of VAT: `{code}` is the category, `{words}` what it is called. */

export const BREAKDOWN = toLabels(
  'La ventilation de la TVA ne reprend pas correctement la catégorie {code} ({words}).',
  'De btw-uitsplitsing neemt categorie {code} ({words}) niet correct op.',
  'The VAT breakdown does not show category {code} ({words}) correctly.',
  'Die Aufschlüsselung der MwSt. weist die Kategorie {code} ({words}) nicht richtig aus.',
);
export const BREAKDOWN_HINT = toLabels(
  'Prévoyez un sous-total de TVA pour chaque catégorie et chaque taux utilisés, et pour eux seuls.',
  'Voorzie een btw-subtotaal voor elke gebruikte categorie en elk gebruikt tarief, en alleen daarvoor.',
  'Give one VAT subtotal for each category and rate used, and no others.',
  'Geben Sie für jede verwendete Kategorie und jeden Satz genau eine Zwischensumme an.',
);
export const PARTIES_SELLER = toLabels(
  'Catégorie {code} ({words}) : le numéro de TVA du vendeur ou de son représentant fiscal manque.',
  'Categorie {code} ({words}): het btw-nummer van de verkoper of van zijn fiscaal vertegenwoordiger ontbreekt.',
  'Category {code} ({words}): the VAT number of the seller or of the tax representative is missing.',
  'Kategorie {code} ({words}): Die MwSt.-Nummer des Verkäufers oder seines Fiskalvertreters fehlt.',
);
export const PARTIES_BOTH = toLabels(
  'Catégorie {code} ({words}) : les numéros de TVA du vendeur et de l’acheteur sont tous deux nécessaires.',
  'Categorie {code} ({words}): de btw-nummers van verkoper en koper zijn beide nodig.',
  'Category {code} ({words}): the VAT numbers of both the seller and the buyer are needed.',
  'Kategorie {code} ({words}): Die MwSt.-Nummern von Verkäufer und Käufer sind beide erforderlich.',
);
export const PARTIES_NOBODY = toLabels(
  'Catégorie {code} ({words}) : le document ne peut porter aucun numéro de TVA.',
  'Categorie {code} ({words}): het document mag geen btw-nummers bevatten.',
  'Category {code} ({words}): the document must not contain a VAT number.',
  'Kategorie {code} ({words}): Der Beleg darf keine MwSt.-Nummer enthalten.',
);
export const ADD_NUMBERS = toLabels(
  'Ajoutez les numéros de TVA aux données des parties.',
  'Voeg de btw-nummers toe aan de gegevens van de partijen.',
  'Add the VAT numbers to the details of the parties.',
  'Ergänzen Sie die MwSt.-Nummern bei den Angaben zu den Parteien.',
);
export const DROP_NUMBERS = toLabels(
  'Retirez les numéros de TVA ou choisissez une autre catégorie.',
  'Verwijder de btw-nummers of kies een andere categorie.',
  'Remove the VAT numbers or choose another category.',
  'Entfernen Sie die MwSt.-Nummern oder wählen Sie eine andere Kategorie.',
);
export const RATES: Readonly<Record<'above zero' | 'zero' | 'none' | 'any', Labels>> = combineLanguages({
  de,
  en,
  fr,
  nl,
});
export const CORRECT_RATE = toLabels(
  'Corrigez le taux ou choisissez une autre catégorie.',
  'Corrigeer het tarief of kies een andere categorie.',
  'Correct the rate or choose another category.',
  'Berichtigen Sie den Satz oder wählen Sie eine andere Kategorie.',
);
export const NO_EXEMPTION = toLabels(
  'Catégorie {code} ({words}) : un motif d’exonération n’est pas admis.',
  'Categorie {code} ({words}): een reden van vrijstelling is niet toegelaten.',
  'Category {code} ({words}): a reason for exemption is not allowed.',
  'Kategorie {code} ({words}): Ein Befreiungsgrund ist nicht zulässig.',
);
export const DROP_EXEMPTION = toLabels(
  'Retirez le motif d’exonération.',
  'Verwijder de reden van vrijstelling.',
  'Remove the reason for exemption.',
  'Entfernen Sie den Befreiungsgrund.',
);
export const ALONE = toLabels(
  'La catégorie O (hors champ de la TVA) ne peut être combinée avec d’autres catégories.',
  'Categorie O (buiten de btw) kan niet met andere categorieën worden gecombineerd.',
  'Category O (outside the scope of VAT) cannot be combined with other categories.',
  'Die Kategorie O (nicht steuerbar) kann nicht mit anderen Kategorien kombiniert werden.',
);
export const SPLIT = toLabels(
  'Établissez deux documents, ou utilisez une catégorie d’exonération.',
  'Maak twee documenten, of gebruik een vrijstellingscategorie.',
  'Issue two documents, or use an exemption category.',
  'Stellen Sie zwei Belege aus oder verwenden Sie eine Befreiungskategorie.',
);
