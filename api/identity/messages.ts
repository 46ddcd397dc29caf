import type { Messages } from '../i18n/messages.ts';
import { pageMessages } from './page-texts.ts';
import { signOnMessages } from './sign-on-texts.ts';

/** Signing in, the own account, its address and its tokens. */
export const messages = {
  invalid_credentials: {
    fr: 'L’adresse e-mail ou le mot de passe est incorrect.',
    nl: 'Het e-mailadres of het wachtwoord is onjuist.',
    en: 'The e-mail address or the password is incorrect.',
    de: 'Die E-Mail-Adresse oder das Passwort ist falsch.',
  },
  sign_in_locked: {
    fr: 'Trop de tentatives de connexion. Réessayez dans {seconds, plural, one {# seconde} other {# secondes}}.',
    nl: 'Te veel aanmeldpogingen. Probeer opnieuw over {seconds, plural, one {# seconde} other {# seconden}}.',
    en: 'Too many sign-in attempts. Try again in {seconds, plural, one {# second} other {# seconds}}.',
    de: 'Zu viele Anmeldeversuche. Versuchen Sie es in {seconds, plural, one {# Sekunde} other {# Sekunden}} erneut.',
  },
  claim_not_doubted: {
    fr: 'Ce compte ne peut pas être repris par ce lien.',
    nl: 'Deze account kan niet via deze link worden teruggenomen.',
    en: 'This account cannot be recovered through this link.',
    de: 'Dieses Konto kann über diesen Link nicht zurückgenommen werden.',
  },
  password_incorrect: {
    fr: 'Le mot de passe actuel est incorrect.',
    nl: 'Het huidige wachtwoord is onjuist.',
    en: 'The current password is incorrect.',
    de: 'Das aktuelle Passwort ist falsch.',
  },
  password_locked: {
    fr: 'Le mot de passe a été mal saisi trop de fois. Réessayez dans {seconds, plural, one {# seconde} other {# secondes}}.',
    nl: 'Het wachtwoord werd te vaak verkeerd ingevoerd. Probeer opnieuw over {seconds, plural, one {# seconde} other {# seconden}}.',
    en: 'The password was wrong too many times. Try again in {seconds, plural, one {# second} other {# seconds}}.',
    de: 'Das Passwort war zu oft falsch. Versuchen Sie es in {seconds, plural, one {# Sekunde} other {# Sekunden}} erneut.',
  },
  account_has_other_password: {
    fr: 'Cette adresse a déjà un compte, dont le mot de passe est différent. Sans mot de passe, ce compte devient administrateur et garde le sien.',
    nl: 'Dit adres heeft al een account, met een ander wachtwoord. Laat het wachtwoord weg om van die account een beheerder te maken; het wachtwoord blijft dan wat het is.',
    en: 'This address already has an account, with another password. Leave the password out to make that account an administrator; it keeps its own.',
    de: 'Diese Adresse hat bereits ein Konto mit einem anderen Passwort. Ohne Passwort wird dieses Konto zum Administrator und behält sein eigenes.',
  },
  address_not_verified: {
    fr: 'Confirmez d’abord votre adresse e-mail : demandez-la à nouveau dans votre profil, puis ouvrez le lien envoyé.',
    nl: 'Bevestig eerst uw e-mailadres: vraag het opnieuw aan in uw profiel en open de link die u ontvangt.',
    en: 'Confirm your e-mail address first: request it again in your profile and open the link that you receive.',
    de: 'Bestätigen Sie zuerst Ihre E-Mail-Adresse: Fordern Sie sie in Ihrem Profil erneut an und öffnen Sie den Link, den Sie erhalten.',
  },
  account_to_join_unknown: {
    fr: 'Aucun autre compte de votre adresse n’a ce mot de passe.',
    nl: 'Geen andere account met uw adres heeft dit wachtwoord.',
    en: 'No other account with your address has this password.',
    de: 'Kein anderes Konto mit Ihrer Adresse hat dieses Passwort.',
  },
  session_limited_to_firm: {
    fr: 'Cette session ne donne accès qu’à un cabinet. Connectez-vous avec votre mot de passe.',
    nl: 'Deze sessie geeft alleen toegang tot één kantoor. Meld u aan met uw wachtwoord.',
    en: 'This session gives access to one firm only. Sign in with your password.',
    de: 'Diese Sitzung gilt nur für eine Kanzlei. Melden Sie sich mit Ihrem Passwort an.',
  },
  email_unchanged: {
    fr: 'Cette adresse est déjà celle de votre compte.',
    nl: 'Dit adres is al dat van uw account.',
    en: 'This is already the address of your account.',
    de: 'Diese Adresse ist bereits die Ihres Kontos.',
  },
  link_outdated: {
    fr: 'Ce lien n’est plus valable : une demande plus récente l’a remplacé.',
    nl: 'Deze link geldt niet meer: een recentere aanvraag heeft hem vervangen.',
    en: 'This link is no longer valid: a later request has replaced it.',
    de: 'Dieser Link gilt nicht mehr: Eine spätere Anfrage hat ihn ersetzt.',
  },
  mail_not_configured: {
    fr: 'L’envoi d’e-mails n’est pas configuré sur ce serveur.',
    nl: 'Op deze server is het verzenden van e-mail niet ingesteld.',
    en: 'Sending e-mail is not set up on this server.',
    de: 'Der E-Mail-Versand ist auf diesem Server nicht eingerichtet.',
  },
  mail_unavailable: {
    fr: 'L’e-mail n’a pas pu être envoyé. Réessayez dans quelques minutes.',
    nl: 'De e-mail kon niet worden verzonden. Probeer het over enkele minuten opnieuw.',
    en: 'The e-mail could not be sent. Try again in a few minutes.',
    de: 'Die E-Mail konnte nicht gesendet werden. Versuchen Sie es in einigen Minuten erneut.',
  },
  address_confirmed: {
    fr: 'L’adresse {email} est confirmée.',
    nl: 'Het adres {email} is bevestigd.',
    en: 'The address {email} is confirmed.',
    de: 'Die Adresse {email} ist bestätigt.',
  },
  address_confirmation_mail_subject: {
    fr: 'Confirmez votre adresse e-mail',
    nl: 'Bevestig uw e-mailadres',
    en: 'Confirm your e-mail address',
    de: 'Bestätigen Sie Ihre E-Mail-Adresse',
  },
  address_confirmation_mail: {
    fr: `Bonjour,

Cette adresse a été demandée pour un compte Grandlivre. Pour la confirmer, ouvrez ce lien dans les 24 heures :

{link}

Si vous n’avez rien demandé, ne faites rien : l’adresse ne sera pas utilisée.`,
    nl: `Dag,

Dit adres werd aangevraagd voor een account bij Grandlivre. Open deze link binnen 24 uur om het te bevestigen:

{link}

Hebt u niets aangevraagd, dan hoeft u niets te doen: het adres wordt niet gebruikt.`,
    en: `Hello,

This address was asked for by a Grandlivre account. To confirm it, open this link within 24 hours:

{link}

If you have not asked for anything, do nothing: the address will not be used.`,
    de: `Guten Tag,

diese Adresse wurde für ein Grandlivre-Konto angefragt. Öffnen Sie zur Bestätigung innerhalb von 24 Stunden diesen Link:

{link}

Wenn Sie nichts angefragt haben, brauchen Sie nichts zu tun: Die Adresse wird nicht verwendet.`,
  },
  address_taken_mail_subject: {
    fr: 'Votre adresse a déjà un compte Grandlivre',
    nl: 'Uw adres heeft al een account bij Grandlivre',
    en: 'Your address already has a Grandlivre account',
    de: 'Ihre Adresse hat bereits ein Grandlivre-Konto',
  },
  address_taken_mail: {
    fr: `Bonjour,

Un autre compte Grandlivre a demandé à utiliser cette adresse. Elle appartient déjà à votre compte, et rien n’a changé.

Si c’était vous, connectez-vous avec cette adresse. Sinon, vous n’avez rien à faire.`,
    nl: `Dag,

Een andere account bij Grandlivre heeft gevraagd om dit adres te gebruiken. Het hoort al bij uw account, en er is niets gewijzigd.

Was u dat zelf, meld u dan aan met dit adres. Zo niet, dan hoeft u niets te doen.`,
    en: `Hello,

Another Grandlivre account has asked to use this address. It already belongs to your account, and nothing has changed.

If that was you, sign in with this address. If not, there is nothing you need to do.`,
    de: `Guten Tag,

ein anderes Grandlivre-Konto wollte diese Adresse verwenden. Sie gehört bereits zu Ihrem Konto, und es hat sich nichts geändert.

Wenn Sie das waren, melden Sie sich mit dieser Adresse an. Andernfalls brauchen Sie nichts zu tun.`,
  },
  address_changed_mail_subject: {
    fr: 'L’adresse de votre compte Grandlivre a changé',
    nl: 'Het adres van uw account bij Grandlivre is gewijzigd',
    en: 'The address of your Grandlivre account has changed',
    de: 'Die Adresse Ihres Grandlivre-Kontos wurde geändert',
  },
  address_changed_mail: {
    fr: `Bonjour,

Votre compte Grandlivre utilise désormais l’adresse {email}. Celle-ci ne sert plus à vous connecter.

Si ce n’était pas vous, prévenez sans attendre l’administrateur de votre cabinet.`,
    nl: `Dag,

Uw account bij Grandlivre gebruikt voortaan het adres {email}. Met dit adres kunt u zich niet meer aanmelden.

Was u dat niet zelf, verwittig dan meteen de beheerder van uw kantoor.`,
    en: `Hello,

Your Grandlivre account now uses the address {email}. This one no longer signs you in.

If that was not you, tell the administrator of your firm at once.`,
    de: `Guten Tag,

Ihr Grandlivre-Konto verwendet ab jetzt die Adresse {email}. Mit dieser hier können Sie sich nicht mehr anmelden.

Wenn Sie das nicht waren, verständigen Sie sofort den Administrator Ihrer Kanzlei.`,
  },
  address_requested_mail_subject: {
    fr: 'Changement d’adresse demandé pour votre compte Grandlivre',
    nl: 'Adreswijziging gevraagd voor uw account bij Grandlivre',
    en: 'Change of address requested for your Grandlivre account',
    de: 'Adressänderung für Ihr Grandlivre-Konto angefragt',
  },
  address_requested_mail: {
    fr: `Bonjour,

Votre compte Grandlivre doit passer à l’adresse {email}, dès que celle-ci sera confirmée.

Si ce n’était pas vous, arrêtez le changement avec ce lien, puis modifiez votre mot de passe :

{link}`,
    nl: `Dag,

Uw account bij Grandlivre gaat over naar het adres {email} zodra dat bevestigd is.

Was u dat niet zelf, stop de wijziging dan met deze link en wijzig daarna uw wachtwoord:

{link}`,
    en: `Hello,

Your Grandlivre account will use the address {email} as soon as it is confirmed.

If that was not you, stop the change with this link, and then change your password:

{link}`,
    de: `Guten Tag,

Ihr Grandlivre-Konto soll die Adresse {email} verwenden, sobald sie bestätigt ist.

Wenn Sie das nicht waren, stoppen Sie die Änderung mit diesem Link und ändern Sie danach Ihr Kennwort:

{link}`,
  },
  address_change_cancelled: {
    fr: 'Le changement d’adresse est arrêté. Modifiez votre mot de passe si vous ne l’aviez pas demandé.',
    nl: 'De adreswijziging is gestopt. Wijzig uw wachtwoord als u ze niet zelf had gevraagd.',
    en: 'The change of address was stopped. Change your password if you had not requested it.',
    de: 'Die Adressänderung wurde gestoppt. Ändern Sie Ihr Kennwort, wenn Sie sie nicht angefragt hatten.',
  },
  email_taken: {
    fr: 'Cette adresse e-mail est déjà utilisée par un autre compte.',
    nl: 'Dit e-mailadres wordt al door een andere account gebruikt.',
    en: 'This e-mail address already belongs to another account.',
    de: 'Diese E-Mail-Adresse gehört bereits zu einem anderen Konto.',
  },
  password_too_short: {
    fr: 'Le mot de passe doit compter au moins {min, plural, one {# caractère} other {# caractères}}.',
    nl: 'Het wachtwoord moet minstens {min, plural, one {# teken} other {# tekens}} lang zijn.',
    en: 'The password must be at least {min, plural, one {# character} other {# characters}} long.',
    de: 'Das Passwort muss mindestens {min, plural, one {# Zeichen} other {# Zeichen}} lang sein.',
  },
  password_too_common: {
    fr: 'Ce mot de passe est l’un des plus utilisés au monde : choisissez-en un autre.',
    nl: 'Dit is een van de meest gebruikte wachtwoorden ter wereld: kies een ander.',
    en: 'This is one of the most common passwords. Choose another one.',
    de: 'Dies ist eines der meistverwendeten Passwörter der Welt: Wählen Sie ein anderes.',
  },
  password_blank: {
    fr: 'Le mot de passe ne peut être fait d’espaces seulement.',
    nl: 'Het wachtwoord mag niet alleen uit spaties bestaan.',
    en: 'The password cannot consist only of spaces.',
    de: 'Das Passwort darf nicht nur aus Leerzeichen bestehen.',
  },
  password_is_email: {
    fr: 'Le mot de passe ne peut être l’adresse e-mail.',
    nl: 'Het wachtwoord mag niet het e-mailadres zijn.',
    en: 'The password cannot be the e-mail address.',
    de: 'Das Passwort darf nicht die E-Mail-Adresse sein.',
  },
  second_factor_required: {
    fr: 'Indiquez le code de votre application d’authentification, ou un code de secours.',
    nl: 'Geef de code van uw authenticatie-app op, of een herstelcode.',
    en: 'Enter the code of your authenticator app, or a recovery code.',
    de: 'Geben Sie den Code Ihrer Authentifizierungs-App oder einen Wiederherstellungscode an.',
  },
  second_factor_incorrect: {
    fr: 'Ce code n’est pas le bon, ou il a déjà servi.',
    nl: 'Deze code klopt niet, of is al gebruikt.',
    en: 'This code is incorrect or has already been used.',
    de: 'Dieser Code stimmt nicht oder wurde bereits verwendet.',
  },
  second_factor_locked: {
    fr: 'Trop de codes erronés. Réessayez dans {seconds, plural, one {# seconde} other {# secondes}}.',
    nl: 'Te veel foute codes. Probeer opnieuw over {seconds, plural, one {# seconde} other {# seconden}}.',
    en: 'Too many wrong codes. Try again in {seconds, plural, one {# second} other {# seconds}}.',
    de: 'Zu viele falsche Codes. Versuchen Sie es in {seconds, plural, one {# Sekunde} other {# Sekunden}} erneut.',
  },
  second_factor_enabled: {
    fr: 'Ce compte a déjà un second facteur. Supprimez-le d’abord.',
    nl: 'Deze account heeft al een tweede factor. Verwijder die eerst.',
    en: 'This account already has a second factor. Remove it first.',
    de: 'Dieses Konto hat bereits einen zweiten Faktor. Entfernen Sie ihn zuerst.',
  },
  second_factor_needed_by_firm: {
    fr: 'Un de vos cabinets exige un second facteur.',
    nl: 'Een van uw kantoren vereist een tweede factor.',
    en: 'One of your firms requires a second factor.',
    de: 'Eine Ihrer Kanzleien verlangt einen zweiten Faktor.',
  },
  second_factor_missing: {
    fr: 'Activez d’abord un second facteur pour votre propre compte, sans quoi vous perdriez l’accès au cabinet.',
    nl: 'Activeer eerst een tweede factor voor uw eigen account, anders verliest u de toegang tot het kantoor.',
    en: 'Set up a second factor for your own account first, or you would lose access to the firm.',
    de: 'Richten Sie zuerst einen zweiten Faktor für Ihr eigenes Konto ein, sonst verlieren Sie den Zugang zur Kanzlei.',
  },
  token_limit_reached: {
    fr: 'Le nombre maximal de jetons d’intégration ({max}) est atteint.',
    nl: 'Het maximumaantal integratietokens ({max}) is bereikt.',
    en: 'The maximum number of integration tokens ({max}) has been reached.',
    de: 'Die Höchstzahl an Integrationstoken ({max}) ist erreicht.',
  },
  user_limit_reached: {
    fr: 'La licence ne permet pas d’ajouter un utilisateur.',
    nl: 'De licentie laat geen extra gebruiker toe.',
    en: 'The licence does not allow another user.',
    de: 'Die Lizenz erlaubt keinen weiteren Benutzer.',
  },
  demo_off: {
    fr: 'Ce serveur ne propose pas de démonstration.',
    nl: 'Op deze server is er geen demo.',
    en: 'This server does not offer a demo.',
    de: 'Dieser Server bietet keine Demo an.',
  },
  demo_unavailable: {
    fr: 'La démonstration n’est pas disponible pour le moment. Réessayez un peu plus tard.',
    nl: 'De demo is momenteel niet beschikbaar. Probeer het wat later opnieuw.',
    en: 'The demo is not available at the moment. Try again a little later.',
    de: 'Die Demo ist derzeit nicht verfügbar. Versuchen Sie es etwas später erneut.',
  },
  demo_quota_exceeded: {
    fr: 'La démonstration est limitée à {megabytes} Mo de fichiers, {events, number} événements et {rows, number} lignes par visiteur. Les données sont réinitialisées chaque nuit.',
    nl: 'De demo is beperkt tot {megabytes} MB aan bestanden, {events, number} gebeurtenissen en {rows, number} regels per bezoeker. De gegevens worden elke nacht hersteld.',
    en: 'The demo is limited to {megabytes} MB of files, {events, number} events and {rows, number} rows per visitor. Its data are reset every night.',
    de: 'Die Demo ist je Besucher auf {megabytes} MB Dateien, {events, number} Ereignisse und {rows, number} Zeilen begrenzt. Die Daten werden jede Nacht zurückgesetzt.',
  },
  firm_required: {
    fr: 'Indiquez le cabinet auquel rattacher ce dossier.',
    nl: 'Geef aan bij welk kantoor dit dossier hoort.',
    en: 'Choose the firm that this company file belongs to.',
    de: 'Geben Sie die Kanzlei an, zu der diese Akte gehört.',
  },
  firm_unknown: {
    fr: 'Ce cabinet n’existe pas ou ne vous est pas accessible.',
    nl: 'Dit kantoor bestaat niet of is voor u niet toegankelijk.',
    en: 'This firm does not exist or is not accessible to you.',
    de: 'Diese Kanzlei existiert nicht oder ist Ihnen nicht zugänglich.',
  },
  ...pageMessages,
  ...signOnMessages,
} as const satisfies Messages;
