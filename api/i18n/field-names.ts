import { LANGUAGES, type Labels } from '../../domain/language.ts';

/** What the fields of requests are called in messages, as a person would say them: `name|fr|nl|en|de`. */
const NAMES = `
abilities|droits|rechten|abilities|Rechte
account|compte|rekening|account|Konto
account_from|compte de début|van rekening|from account|von Konto
account_iban|IBAN du compte|IBAN van de rekening|IBAN of the account|IBAN des Kontos
account_id|compte|rekening|account|Konto
account_mapping|correspondance des comptes|rekeningkoppeling|account mapping|Kontenzuordnung
account_prefix|début du numéro de compte|begin van het rekeningnummer|start of the account number|Anfang der Kontonummer
account_to|compte de fin|tot rekening|to account|bis Konto
accounts|comptes|rekeningen|accounts|Konten
acquired_on|date d’acquisition|aanschaffingsdatum|date of acquisition|Anschaffungsdatum
address|adresse|adres|address|Anschrift
admin|administrateur|beheerder|administrator|Administrator
administration_cell|cellule de l’administration|cel van de administratie|administration cell|Verwaltungsstelle
after|après|na|after|nach
again|renvoyer|opnieuw verzenden|send again|erneut senden
all|tous|alle|all|alle
all_companies|tous les dossiers|alle dossiers|all company files|alle Akten
amount|montant|bedrag|amount|Betrag
amount_gross|montant TVAC|bedrag incl. btw|amount with VAT|Bruttobetrag
amount_max|montant maximal|maximumbedrag|largest amount|Höchstbetrag
amount_min|montant minimal|minimumbedrag|smallest amount|Mindestbetrag
amount_net|montant HTVA|bedrag excl. btw|amount without VAT|Nettobetrag
amount_paid|montant payé|betaald bedrag|amount paid|gezahlter Betrag
amount_vat|montant de TVA|btw-bedrag|amount of VAT|Steuerbetrag
analytic_code_id|code analytique|analytische code|analytic code|Kostenstelle
analytics|ventilation analytique|analytische verdeling|analytic allocation|analytische Aufteilung
annual_accounts|comptes annuels|jaarrekening|annual accounts|Jahresabschluss
applicable|applicable|van toepassing|applicable|anwendbar
apply|appliquer|toepassen|apply|anwenden
as_of|situation au|stand op|as of|Stand am
attach_statement|joindre le relevé|overzicht bijvoegen|attach the statement|Aufstellung anhängen
attachments|pièces jointes|bijlagen|attachments|Anhänge
authorization|en-tête d’autorisation|autorisatieheader|authorization header|Autorisierungs-Header
auto_entries|écritures automatiques|automatische boekingen|automatic entries|automatische Buchungen
axis|axe analytique|analytische as|analytic axis|Analyseachse
balance|solde|saldo|balance|Saldo
banks|banques|banken|banks|Banken
base|base|maatstaf|base|Bemessungsgrundlage
base_version|version de départ|beginversie|base version|Ausgangsversion
batch_booking|comptabilisation groupée|gegroepeerde boeking|batch booking|Sammelbuchung
batch_id|lot|reeks|batch|Stapel
bic|BIC|BIC|BIC|BIC
body|corps de la requête|body van het verzoek|request body|Inhalt der Anfrage
book|comptabiliser|boeken|book|buchen
books|comptabilisation immédiate|meteen boeken|booking at once|sofortiges Buchen
box|boîte ou case|bus of vak|box|Postfach oder Feld
boxes|cases de la déclaration|vakken van de aangifte|boxes of the return|Felder der Erklärung
bucket|compartiment|bucket|bucket|Bucket
by_period|par période|per periode|by period|nach Zeitraum
budget_id|budget|budget|budget|Budget
by_year|prorata par année|verhoudingsgetal per jaar|pro rata by year|Pro-rata-Satz je Jahr
by|présentation|weergave|presentation|Darstellung
by_year|prorata par année|verhoudingsgetal per jaar|pro rata by year|Pro-rata-Satz je Jahr
category|catégorie|categorie|category|Kategorie
charge_account_id|compte de dotation|kostenrekening|charge account|Aufwandskonto
cc|copie à|kopie aan|copy to|Kopie an
channel|canal|kanaal|channel|Kanal
city|localité|gemeente|city|Ort
claim_anew|réclamer à nouveau|opnieuw opeisen|claim anew|erneut beanspruchen
class|classe|klasse|class|Klasse
classification|nomenclature|classificatie|classification|Klassifikation
client_listing_nil|liste clients néant|klantenlijst nihil|nil customer listing|Kundenliste ohne Einträge
clients|clients|klanten|customers|Kunden
code_id|code analytique|analytische code|analytic code|Analysecode
coda_file_id|fichier d’extraits|uittrekselbestand|statement file|Auszugsdatei
code|code|code|code|Code
columns|colonnes|kolommen|columns|Spalten
comment|commentaire|commentaar|comment|Bemerkung
communication|communication|mededeling|communication|Mitteilung
company_external_ids|dossiers sur la plateforme|dossiers op het platform|company files on the platform|Akten auf der Plattform
company_name|nom de la société|naam van de vennootschap|company name|Firmenname
company_tokens|dossiers|dossiers|company files|Akten
compare_fiscal_year_id|exercice de comparaison|boekjaar om mee te vergelijken|fiscal year to compare with|Vergleichsgeschäftsjahr
compare_from|début de la comparaison|begin van de vergelijking|start of the comparison|Beginn des Vergleichs
compare_to|fin de la comparaison|einde van de vergelijking|end of the comparison|Ende des Vergleichs
conditions|conditions|voorwaarden|conditions|Bedingungen
confidence|confiance|betrouwbaarheid|confidence|Zuverlässigkeit
content|contenu|inhoud|content|Inhalt
control_account_id|compte collectif|centralisatierekening|control account|Sammelkonto
control_role|rôle de compte collectif|rol van centralisatierekening|control role|Rolle als Sammelkonto
correction_payable_account|compte de corrections à payer|rekening te betalen correcties|account of corrections payable|Konto für zu zahlende Berichtigungen
correction_receivable_account|compte de corrections à récupérer|rekening terug te vorderen correcties|account of corrections receivable|Konto für zu erstattende Berichtigungen
count|nombre|aantal|count|Anzahl
cost|valeur d’acquisition|aanschaffingswaarde|cost|Anschaffungswert
counterpart_account|compte de contrepartie|tegenrekening|counterpart account|Gegenkonto
counterpart_iban|IBAN de la contrepartie|IBAN van de tegenpartij|IBAN of the counterparty|IBAN der Gegenpartei
counterparty|contrepartie|tegenpartij|counterparty|Gegenpartei
copy_from|copie|kopie|copy|Kopie
country|pays|land|country|Land
country_code|pays|land|country|Land
country_pack|pays comptable|boekhoudland|country pack|Länderpaket
creates_customers|création des clients|aanmaken van klanten|creation of customers|Anlegen von Kunden
credit|crédit|credit|credit|Haben
creditNote|note de crédit ou avoir|creditnota|credit note|Gutschrift
credit_note|note de crédit ou avoir|creditnota|credit note|Gutschrift
credit_transfer_format|format des virements|formaat van overschrijvingen|format of credit transfers|Format der Überweisungen
credited_entry_id|facture créditée|gecrediteerde factuur|credited invoice|gutgeschriebene Rechnung
creditor_identifier|identifiant du créancier|identificatienummer van de schuldeiser|creditor identifier|Gläubiger-Identifikationsnummer
currency|devise|munt|currency|Währung
current_password|mot de passe actuel|huidig wachtwoord|current password|aktuelles Passwort
customer_account|compte clients|klantenrekening|customer account|Kundenkonto
data|données fusionnées|samengevoegde gegevens|merged data|zusammengeführte Daten
date|date|datum|date|Datum
date_field|date retenue|gekozen datum|date that counts|maßgebliches Datum
dates|dates|datums|dates|Daten
days|jours|dagen|days|Tage
debit|débit|debet|debit|Soll
debtor|débiteur|schuldenaar|debtor|Schuldner
declarant|déclarant|aangever|declarant|Erklärender
declaration_ids|déclarations|aangiften|returns|Erklärungen
deductible|TVA déductible|aftrekbare btw|deductible VAT|abziehbare MwSt.
deductible_account_id|compte de TVA déductible|rekening aftrekbare btw|account of deductible VAT|Konto der abziehbaren MwSt.
deductible_rate|taux de déduction|aftrekpercentage|deductible rate|Abzugssatz
default|valeur par défaut|standaardwaarde|default|Standardwert
default_account_id|compte par défaut|standaardrekening|default account|Standardkonto
default_vat_code_id|code TVA par défaut|standaard-btw-code|default VAT code|Standard-MwSt.-Code
depreciation_account_id|compte d’amortissement|afschrijvingsrekening|depreciation account|Abschreibungskonto
description|description|omschrijving|description|Beschreibung
device|appareil|toestel|device|Gerät
device_id|identifiant de l’appareil|kenmerk van het toestel|device id|Kennung des Geräts
device_name|nom de l’appareil|naam van het toestel|device name|Name des Geräts
dialect|variante du CSV|variant van de CSV|dialect of the CSV|CSV-Variante
direct_debit_format|format des domiciliations|formaat van domiciliëringen|format of direct debits|Format der Lastschriften
direction|sens|richting|direction|Richtung
directorate_number|numéro de direction|directienummer|directorate number|Direktionsnummer
directors|administrateurs de la société|bestuurders|directors|Geschäftsführer
disposed_on|date de sortie|datum van uitgebruikname|date of disposal|Datum des Abgangs
dispute_reason|motif de la contestation|reden van de betwisting|reason of the dispute|Grund der Beanstandung
document_date|date du document|documentdatum|date of the document|Belegdatum
document_id|document|document|document|Beleg
document_type|type de document|type document|type of document|Belegart
dry_run|simulation|simulatie|dry run|Probelauf
due|TVA due|verschuldigde btw|VAT due|geschuldete MwSt.
due_account_id|compte de TVA due|rekening verschuldigde btw|account of VAT due|Konto der geschuldeten MwSt.
due_before|échéance avant|vervallen vóór|due before|fällig vor
due_date|échéance|vervaldag|due date|Fälligkeit
due_until|à comptabiliser jusqu’au|te boeken tot en met|due until|zu buchen bis
duration_months|durée en mois|duur in maanden|life in months|Nutzungsdauer in Monaten
ecdf|eCDF|eCDF|eCDF|eCDF
email|adresse e-mail|e-mailadres|e-mail address|E-Mail-Adresse
endpoint|adresse|adres|address|Adresse
ends_on|date de fin|einddatum|end date|Enddatum
enterprise_number|numéro d’entreprise|ondernemingsnummer|enterprise number|Unternehmensnummer
entries|écritures|boekingen|entries|Buchungen
entry_date|date de l’écriture|boekingsdatum|entry date|Buchungsdatum
entry_id|écriture|boeking|entry|Buchung
epoch|époque|tijdvak|epoch|Epoche
event|événement|gebeurtenis|event|Ereignis
events|événements|gebeurtenissen|events|Ereignisse
every|intervalle|interval|interval|Intervall
exchange_rate|taux de change|wisselkoers|exchange rate|Wechselkurs
execution_date|date d’exécution|uitvoeringsdatum|execution date|Ausführungsdatum
exigibility|exigibilité|opeisbaarheid|exigibility|Fälligkeit der MwSt.
expected_server_version|version attendue du serveur|verwachte versie van de server|expected version of the server|erwartete Version des Servers
expense_account|compte de charges|kostenrekening|expense account|Aufwandskonto
expires_in_days|durée en jours|duur in dagen|days until expiry|Gültigkeit in Tagen
external_id|identifiant sur la plateforme|id op het platform|id on the platform|Kennung auf der Plattform
extracted|données extraites|uitgelezen gegevens|extracted data|ausgelesene Daten
factor|facteur|factor|factor|Faktor
fax|fax|fax|fax|Fax
field|champ|veld|field|Feld
file|fichier|bestand|file|Datei
filed_on|date de dépôt|datum van indiening|filing date|Tag der Einreichung
filer|mandataire|mandataris|filer|Einreicher
files|fichiers|bestanden|files|Dateien
filings|dépôts|indieningen|filings|Einreichungen
fingerprint|empreinte|vingerafdruk|fingerprint|Fingerabdruck
firm|cabinet|kantoor|firm|Kanzlei
fiscal_year|exercice|boekjaar|fiscal year|Geschäftsjahr
fiscal_year_code|code de l’exercice|code van het boekjaar|code of the fiscal year|Code des Geschäftsjahres
fiscal_year_id|exercice|boekjaar|fiscal year|Geschäftsjahr
folder|répertoire|map|folder|Ordner
fiscal_years|exercices|boekjaren|fiscal years|Geschäftsjahre
force|forcer|forceren|force|erzwingen
form|formulaire|formulier|form|Formular
format|format|formaat|format|Format
formula|formule|formule|formula|Formel
from|date de début|begindatum|start date|Anfangsdatum
general|prorata général|algemeen verhoudingsgetal|general pro rata|allgemeiner Pro-rata-Satz
general_meeting_date|date de l’assemblée générale|datum van de algemene vergadering|date of the general meeting|Datum der Hauptversammlung
gross|total TVAC|totaal incl. btw|total with VAT|Gesamtbetrag brutto
history|historique|historiek|history|Verlauf
host|serveur|server|server|Server
house_number|numéro de maison|huisnummer|house number|Hausnummer
iban|IBAN|IBAN|IBAN|IBAN
ibans|IBAN|IBAN’s|IBANs|IBANs
id|identifiant|id|id|ID
identity|clé privée|privésleutel|private key|privater Schlüssel
ignore_unknown_columns|ignorer les colonnes inconnues|onbekende kolommen negeren|ignore unknown columns|unbekannte Spalten ignorieren
in_service_on|date de mise en service|datum van ingebruikname|date put into service|Datum der Inbetriebnahme
income_account|compte de produits|opbrengstenrekening|income account|Ertragskonto
indexation|indexation|indexering|indexation|Indexierung
incoming_enabled|réception|ontvangst|receiving|Empfang
interest|intérêts|interesten|interest|Zinsen
interface_id|identifiant d’interface eCDF|interface-id van eCDF|eCDF interface id|eCDF-Schnittstellenkennung
into|tiers qui reste|overblijvende relatie|third party that remains|verbleibender Geschäftspartner
intra_listing|relevé intracommunautaire|intracommunautaire opgave|intra-Community listing|innergemeinschaftliche Aufstellung
invoice|facture|factuur|invoice|Rechnung
invoices_to_receive|factures à recevoir|te ontvangen facturen|invoices to receive|ausstehende Rechnungen
is_active|actif|actief|active|aktiv
is_automatic|automatique|automatisch|automatic|automatisch
is_credit_note|note de crédit ou avoir|creditnota|credit note|Gutschrift
is_default|par défaut|standaard|default|Standard
is_disputed|contesté|betwist|disputed|strittig
is_excluded|exclu|uitgesloten|excluded|ausgeschlossen
is_letterable|lettrable|afpuntbaar|can be matched|ausziffernbar
is_partner|partenaire|partner|partner|Partner
is_payment_blocked|paiements bloqués|betalingen geblokkeerd|payments blocked|Zahlungen gesperrt
is_postable|mouvementable|boekbaar|can be posted to|bebuchbar
itaa_number|numéro ITAA|ITAA-nummer|ITAA number|ITAA-Nummer
itaa_quality|qualité ITAA|ITAA-hoedanigheid|ITAA quality|ITAA-Eigenschaft
itaa_status|statut ITAA|ITAA-statuut|ITAA status|ITAA-Status
items|postes|posten|items|Posten
journal_id|journal|dagboek|journal|Journal
key|clé|sleutel|key|Schlüssel
keyword|mot-clé|trefwoord|keyword|Stichwort
kind|nature de la pièce|soort|kind|Art
known_at|état connu au|bekend op|known at|bekannt am
label|libellé|omschrijving|label|Bezeichnung
lang|langue|taal|language|Sprache
language|langue|taal|language|Sprache
latitude|latitude|breedtegraad|latitude|Breitengrad
legal|données juridiques|juridische gegevens|legal details|rechtliche Angaben
legal_form|forme juridique|rechtsvorm|legal form|Rechtsform
legal_form_code|forme juridique|rechtsvorm|legal form|Rechtsform
level|niveau|niveau|level|Ebene
levels|niveaux|niveaus|levels|Stufen
limit|nombre maximal|maximumaantal|limit|Höchstzahl
line_id|ligne|lijn|line|Zeile
line_ids|lignes|lijnen|lines|Zeilen
lines|lignes|lijnen|lines|Zeilen
lines_by|lignes par|lijnen per|lines by|Zeilen je
lines_path|chemin du détail|pad naar de detaillijnen|path of the detail lines|Pfad der Positionen
locale|langue|taal|language|Sprache
locked_at|date du verrouillage|tijdstip van de vergrendeling|time of the lock|Zeitpunkt der Sperre
logo|logo|logo|logo|Logo
logo_url|adresse du logo|adres van het logo|address of the logo|Adresse des Logos
longitude|longitude|lengtegraad|longitude|Längengrad
lump_sum|indemnité forfaitaire|forfaitaire vergoeding|lump sum|Pauschale
main_nace_code|code d’activité principal|hoofdactiviteitscode|main activity code|Haupttätigkeitscode
mandates|mandats|mandaten|mandates|Mandate
manual|montants ajoutés|toegevoegde bedragen|amounts added by hand|hinzugefügte Beträge
mapping|correspondance|toewijzing|mapping|Zuordnung
matricule|matricule|matricule|matricule|Matrikelnummer
max_amount|montant maximal|maximumbedrag|largest amount|Höchstbetrag
max_items|nombre maximal de postes|maximumaantal posten|most items|Höchstzahl der Posten
members|équipe|team|team|Team
merged_into_id|fusionné avec|samengevoegd met|merged into|zusammengeführt mit
method|méthode|methode|method|Methode
minimum|montant minimal|minimumbedrag|minimum|Mindestbetrag
mode|mode|modus|mode|Modus
month_end|fin de mois|maandeinde|month end|Monatsende
mutation_id|identifiant de l’action|kenmerk van de actie|mutation id|Kennung der Aktion
mutations|actions|acties|actions|Aktionen
nace_codes|codes d’activité|activiteitencodes|activity codes|Tätigkeitscodes
name|nom|naam|name|Name
national_number|numéro de registre national|rijksregisternummer|national register number|Nationalregisternummer
nature|nature|aard|nature|Wesen
net|total HTVA|totaal excl. btw|total without VAT|Gesamtbetrag netto
new_third_party|nouveau tiers|nieuwe relatie|new third party|neuer Geschäftspartner
nonDeductible|TVA non déductible|niet-aftrekbare btw|non-deductible VAT|nicht abziehbare MwSt.
non_deductible|TVA non déductible|niet-aftrekbare btw|non-deductible VAT|nicht abziehbare MwSt.
notes|remarques|opmerkingen|notes|Bemerkungen
number|numéro|nummer|number|Nummer
occurred_at|moment de l’action|tijdstip van de actie|time of the action|Zeitpunkt der Aktion
office_number|numéro de bureau|kantoornummer|office number|Amtsnummer
op|type de modification|soort wijziging|kind of change|Art der Änderung
opening_depreciation|amortissements antérieurs|vroegere afschrijvingen|earlier depreciation|frühere Abschreibungen
opening_journals|journaux d’ouverture|openingsdagboeken|opening journals|Eröffnungsjournale
operation_id|identifiant de l’opération|kenmerk van de bewerking|operation id|Kennung des Vorgangs
operator|opérateur|operator|operator|Operator
origin_line_id|ligne d’origine|lijn van oorsprong|line of origin|Ursprungszeile
outgoing_enabled|envoi|verzending|sending|Versand
page|page|pagina|page|Seite
page_token|jeton de page|paginateken|page token|Seitentoken
paid|payé|betaald|paid|bezahlt
parent|compte parent|bovenliggende rekening|parent account|übergeordnetes Konto
parent_id|code supérieur|bovenliggende code|parent code|übergeordneter Code
partial|lettrage partiel|gedeeltelijke afpunting|partial match|Teilausgleich
participant|participant|deelnemer|participant|Teilnehmer
participant_id|identifiant du participant|identificatie van de deelnemer|participant identifier|Teilnehmerkennung
parts|parties|onderdelen|parts|Teile
password|mot de passe|wachtwoord|password|Passwort
path|chemin|pad|path|Pfad
path_style|compartiment dans le chemin|bucket in het pad|bucket in the path|Bucket im Pfad
payable_account|compte de TVA à payer|rekening te betalen btw|account of VAT payable|Konto der zu zahlenden MwSt.
payment|paiement|betaling|payment|Zahlung
payment_block_reason|motif du blocage|reden van de blokkering|reason for the block|Grund der Sperre
payment_days|délai de paiement|betaaltermijn|payment days|Zahlungsfrist
payment_forms|formules de paiement|betaalformulieren|payment forms|Zahlungsformulare
payments|paiements|betalingen|payments|Zahlungen
peppol_identifier|identifiant Peppol|Peppol-identificatie|Peppol identifier|Peppol-Kennung
peppol_registered|inscrit à Peppol|geregistreerd bij Peppol|registered with Peppol|bei Peppol registriert
per_page|éléments par page|aantal per pagina|items a page|Einträge pro Seite
percent|pourcentage|percentage|percentage|Prozentsatz
period|période|periode|period|Zeitraum
period_length|durée des périodes|lengte van de perioden|length of periods|Länge der Perioden
period_type|périodicité|periodiciteit|kind of period|Art des Zeitraums
periods|périodes|perioden|periods|Perioden
phone|téléphone|telefoon|phone|Telefon
plan|plan|plan|plan|Plan
port|port|poort|port|Port
position|position|positie|position|Position
postal_code|code postal|postcode|postal code|Postleitzahl
prefix|préfixe eCDF|eCDF-prefix|eCDF prefix|eCDF-Präfix
prepaid|acompte versé|betaald voorschot|prepaid amount|Anzahlung
preview|aperçu|voorbeeld|preview|Vorschau
pro_rata|prorata|verhoudingsgetal|pro rata|Pro-rata-Satz
proceeds|prix de vente|verkoopprijs|proceeds|Verkaufserlös
provider|point d’accès|toegangspunt|access point|Zugangspunkt
push_to_external|envoyer à la plateforme externe|naar het externe platform sturen|send to the external platform|an die externe Plattform senden
q|recherche|zoekterm|search|Suche
quality|qualité|hoedanigheid|quality|Eigenschaft
quantity|quantité|hoeveelheid|quantity|Menge
query|paramètres|parameters|query|Parameter
rate|taux|tarief|rate|Satz
rates|taux|rentevoeten|rates|Sätze
rcs|numéro RCS|RCS-nummer|RCS number|RCS-Nummer
reason|motif|reden|reason|Grund
receivable_account|compte de TVA à récupérer|rekening terug te vorderen btw|account of VAT receivable|Konto der zu erstattenden MwSt.
reconciliation_difference|différence de lettrage|afpuntingsverschil|matching difference|Ausgleichsdifferenz
record_id|identifiant de l’enregistrement|kenmerk van het gegeven|record id|Kennung des Datensatzes
recovery_code|code de secours|herstelcode|recovery code|Wiederherstellungscode
reference|référence|referentie|reference|Referenz
regime|régime|stelsel|regime|Regelung
region|région|regio|region|Region
reopen|rouvrir|heropenen|open again|wieder öffnen
reminders|rappels|herinneringen|reminders|Mahnungen
reopen|rouvrir|heropenen|open again|wieder öffnen
regime|régime|stelsel|regime|Regelung
reply_to|adresse de réponse|antwoordadres|reply address|Antwortadresse
regime|régime|stelsel|regime|Regelung
reopen|rouvrir|heropenen|open again|wieder öffnen
request|demande|aanvraag|request|Anfrage
requester|numéro de TVA du demandeur|btw-nummer van de aanvrager|VAT number of who asks|MwSt.-Nummer des Anfragenden
requests|demandes|verzoeken|requests|Anträge
required|axes obligatoires|verplichte assen|required axes|erforderliche Achsen
requires_second_factor|second facteur exigé|tweede factor vereist|second factor required|zweiter Faktor verlangt
residual_value|valeur résiduelle|restwaarde|residual value|Restwert
resolution|décision|beslissing|resolution|Entscheidung
resource|type d’enregistrement|soort gegeven|kind of record|Art des Datensatzes
restitution|restitution|terugbetaling|refund|Erstattung
reverses_next_period|extourne à la période suivante|tegenboeking in de volgende periode|reversal in the next period|Storno in der nächsten Periode
revision|révision|revisie|revision|Revision
role|rôle|rol|role|Rolle
rows_path|chemin des lignes|pad naar de rijen|path of the rows|Pfad der Zeilen
rpm_district|arrondissement du RPM|arrondissement van het RPR|register district|Registerbezirk
rule|règle|regel|rule|Regel
rule_id|règle|regel|rule|Regel
schedule|échéancier|planning|schedule|Plan
sale_journal_id|journal de ventes|verkoopdagboek|sales journal|Verkaufsjournal
scheme|régime|stelsel|scheme|Regelung
security|chiffrement|versleuteling|encryption|Verschlüsselung
sender_281_50|expéditeur 281.50|afzender 281.50|sender 281.50|Absender 281.50
sepa|SEPA|SEPA|SEPA|SEPA
sequence|séquence|volgorde|sequence|Sequenz
settings|réglages|instellingen|settings|Einstellungen
share|part|aandeel|share|Anteil
shift|décalage|verschuiving|shift|Verschiebung
sign|signe|teken|sign|Vorzeichen
signatory_1|premier signataire|eerste ondertekenaar|first signatory|erster Unterzeichner
signatory_1_title|qualité du premier signataire|hoedanigheid van de eerste ondertekenaar|title of the first signatory|Funktion des ersten Unterzeichners
signatory_2|second signataire|tweede ondertekenaar|second signatory|zweiter Unterzeichner
signatory_2_title|qualité du second signataire|hoedanigheid van de tweede ondertekenaar|title of the second signatory|Funktion des zweiten Unterzeichners
signed_on|date de signature|datum van ondertekening|date of signature|Datum der Unterschrift
since|depuis|sinds|since|seit
slips|fiches|fiches|slips|Karten
sort|ordre|volgorde|order|Reihenfolge
special|prorata spécial|bijzonder verhoudingsgetal|special pro rata|besonderer Pro-rata-Satz
spread|répartition|spreiding|spread|Verteilung
starts_on|date de début|begindatum|start date|Anfangsdatum
status|statut|status|status|Status
street|rue|straat|street|Straße
strict|mode strict|strikte modus|strict mode|strenger Modus
structured_communication|communication structurée|gestructureerde mededeling|structured communication|strukturierte Mitteilung
subject|objet|onderwerp|subject|Betreff
supplier_account|compte fournisseurs|leveranciersrekening|supplier account|Lieferantenkonto
supplier_id|fournisseur|leverancier|supplier|Lieferant
tax_base|base d’imposition|maatstaf van heffing|tax base|Steuerbemessungsgrundlage
template|modèle|model|template|Vorlage
text|texte|tekst|text|Text
third_party|tiers|relatie|third party|Geschäftspartner
third_party_id|tiers|relatie|third party|Geschäftspartner
third_party_ids|tiers|relaties|third parties|Geschäftspartner
threshold|seuil|drempel|threshold|Schwelle
to|date de fin|einddatum|end date|Enddatum
token|lien|link|link|Link
totals|totaux|totalen|totals|Summen
totp_code|code de l’application d’authentification|code van de authenticatie-app|code of the authenticator app|Code der Authentifizierungs-App
transaction_ids|opérations|verrichtingen|transactions|Umsätze
transfers|virements internes|interne overboekingen|internal transfers|interne Überweisungen
transform|transformation|omzetting|transformation|Umwandlung
transit_account|compte de virements internes|rekening interne overboekingen|transit account|Konto für interne Überweisungen
trash_retention_days|jours dans la corbeille|dagen in de prullenbak|days in the recycle bin|Tage im Papierkorb
type|type|type|type|Typ
unit|unité|eenheid|unit|Einheit
unit_price|prix unitaire|eenheidsprijs|unit price|Einzelpreis
until|jusqu’à|tot en met|until|bis
url|adresse|adres|address|Adresse
user|utilisateur|gebruiker|user|Benutzer
user_id|utilisateur|gebruiker|user|Benutzer
valid_from|valable à partir du|geldig vanaf|valid from|gültig ab
valid_until|valable jusqu’au|geldig tot|valid until|gültig bis
valuation_rules|règles d’évaluation|waarderingsregels|valuation rules|Bewertungsregeln
value|valeur|waarde|value|Wert
vat|TVA|btw|VAT|MwSt.
vat_amount|montant de TVA|btw-bedrag|VAT amount|MwSt.-Betrag
vat_amounts|montants de TVA|btw-bedragen|VAT amounts|MwSt.-Beträge
vat_breakdown|ventilation de la TVA|uitsplitsing van de btw|VAT breakdown|MwSt.-Aufschlüsselung
vat_category|catégorie de TVA|btw-categorie|VAT category|MwSt.-Kategorie
vat_code|code TVA|btw-code|VAT code|MwSt.-Code
vat_code_id|code TVA|btw-code|VAT code|MwSt.-Code
vat_number|numéro de TVA|btw-nummer|VAT number|MwSt.-Nummer
vat_rate|taux de TVA|btw-tarief|VAT rate|MwSt.-Satz
vat_regime|régime de TVA|btw-stelsel|VAT regime|MwSt.-Regelung
vat_regimes|régimes de TVA|btw-stelsels|VAT regimes|MwSt.-Regelungen
vat_valid|numéro de TVA vérifié|gecontroleerd btw-nummer|VAT number valid|MwSt.-Nummer geprüft
website|site web|website|website|Website
weights|poids|gewichten|weights|Gewichte
with_zero|avec les soldes nuls|met nulsaldi|with zero balances|mit Nullsalden
without_closing|sans la clôture|zonder afsluiting|without the closing|ohne Abschluss
write_off|passer la différence en perte ou profit|verschil afboeken|write off|Differenz ausbuchen
xml|facture XML|XML-factuur|XML invoice|XML-Rechnung
year|année|jaar|year|Jahr
`;

/** What one member of a list is called; of other lists it is an element. */
const MEMBERS = `
abilities|droit|recht|ability|Recht
banks|banque|bank|bank|Bank
cc|adresse e-mail|e-mailadres|e-mail address|E-Mail-Adresse
columns|colonne|kolom|column|Spalte
company_tokens|dossier|dossier|company file|Akte
directors|administrateur de la société|bestuurder|director|Geschäftsführer
entries|écriture|boeking|entry|Buchung
files|fichier|bestand|file|Datei
ibans|IBAN|IBAN|IBAN|IBAN
line_ids|ligne|lijn|line|Zeile
levels|niveau|niveau|level|Stufe
lines|ligne|lijn|line|Zeile
nace_codes|code d’activité|activiteitencode|activity code|Tätigkeitscode
third_party_ids|tiers|relatie|third party|Geschäftspartner
to|adresse e-mail|e-mailadres|e-mail address|E-Mail-Adresse
transaction_ids|opération|verrichting|transaction|Umsatz
vat_amounts|montant de TVA|btw-bedrag|VAT amount|MwSt.-Betrag
`;

export const FIELD_NAMES = table(NAMES);
export const MEMBER_NAMES = table(MEMBERS);
export const ELEMENT: Labels = { fr: 'élément', nl: 'element', en: 'element', de: 'Element' };
/** Lines of a file are no lines of an entry in Dutch. */
export const FILE_LINE: Labels = { fr: 'ligne', nl: 'regel', en: 'line', de: 'Zeile' };

function table(rows: string): ReadonlyMap<string, Labels> {
  return new Map(
    rows
      .trim()
      .split('\n')
      .map((row): readonly [string, Labels] => {
        const [name = '', ...labels] = row.split('|');
        return [name, Object.fromEntries(LANGUAGES.map((language, index) => [language, labels[index]])) as Labels];
      }),
  );
}
