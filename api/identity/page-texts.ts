import type { Messages } from '../i18n/messages.ts';

/** What the pages behind links say, and the letters that the links come in. */
export const pageMessages = {
  page_invitation_title: {
    fr: '{firm} vous invite',
    nl: '{firm} nodigt u uit',
    en: '{firm} invites you',
    de: '{firm} lädt Sie ein',
  },
  page_platform_invitation_title: {
    fr: 'Administration de la plateforme',
    nl: 'Beheer van het platform',
    en: 'Administration of the platform',
    de: 'Verwaltung der Plattform',
  },
  page_platform_invitation_text: {
    fr: 'Vous êtes appelé à administrer toute la plateforme Grandlivre.',
    nl: 'U wordt gevraagd het hele Grandlivre-platform te beheren.',
    en: 'You are asked to administer the whole Grandlivre platform.',
    de: 'Sie sollen die gesamte Grandlivre-Plattform verwalten.',
  },
  page_claim_text: {
    fr: 'Choisissez un mot de passe à vous pour le compte {email}. Tout ce qui existait avant sur ce compte cesse de fonctionner : mots de passe, sessions et jetons.',
    nl: 'Kies een eigen wachtwoord voor de account {email}. Alles wat er voordien bestond, werkt dan niet meer: wachtwoorden, sessies en tokens.',
    en: 'Choose a password of your own for the account {email}. Whatever it had before stops working: passwords, sessions and tokens.',
    de: 'Wählen Sie ein eigenes Passwort für das Konto {email}. Was es vorher gab, gilt dann nicht mehr: Passwörter, Sitzungen und Token.',
  },
  page_earlier_password: {
    fr: 'Mot de passe que le compte avait jusqu’ici, si vous le connaissez : vous gardez ainsi l’accès à vos autres cabinets',
    nl: 'Wachtwoord dat de account tot nu had, als u het kent: zo behoudt u de toegang tot uw andere kantoren',
    en: 'Password that the account has had so far, if you know it: you then stay in your other firms',
    de: 'Bisheriges Passwort des Kontos, falls Sie es kennen: so bleiben Sie in Ihren anderen Kanzleien',
  },
  page_claim_anew_text: {
    fr: 'Ce n’est pas vous qui avez choisi ce mot de passe ? Quelqu’un a pris le compte {email} par un lien d’un autre cabinet. Choisissez un nouveau mot de passe : tout ce qui existait avant cesse de fonctionner.',
    nl: 'Hebt u dat wachtwoord niet zelf gekozen? Iemand heeft de account {email} overgenomen via een link van een ander kantoor. Kies een nieuw wachtwoord: alles wat er voordien bestond, werkt dan niet meer.',
    en: 'Did you not choose that password yourself? Someone has taken the account {email} through a link of another firm. Choose a new password: whatever it had before stops working.',
    de: 'Haben Sie dieses Passwort nicht selbst gewählt? Jemand hat das Konto {email} über einen Link einer anderen Kanzlei übernommen. Wählen Sie ein neues Passwort: was es vorher gab, gilt dann nicht mehr.',
  },
  page_claim_anew: {
    fr: 'Reprendre le compte',
    nl: 'Account terugnemen',
    en: 'Take the account back',
    de: 'Konto zurücknehmen',
  },
  page_accept_text: {
    fr: 'Connectez-vous avec le mot de passe de votre compte {email} pour accepter.',
    nl: 'Meld u aan met het wachtwoord van uw account {email} om te aanvaarden.',
    en: 'Sign in with the password of your account {email} to accept.',
    de: 'Melden Sie sich mit dem Passwort Ihres Kontos {email} an, um anzunehmen.',
  },
  page_works_until: {
    fr: 'Ce lien sert une seule fois, jusqu’au {date}.',
    nl: 'Deze link werkt één keer, tot {date}.',
    en: 'This link works once, until {date}.',
    de: 'Dieser Link gilt einmal, bis {date}.',
  },
  page_name: {
    fr: 'Votre nom',
    nl: 'Uw naam',
    en: 'Your name',
    de: 'Ihr Name',
  },
  page_new_password: {
    fr: 'Nouveau mot de passe',
    nl: 'Nieuw wachtwoord',
    en: 'New password',
    de: 'Neues Passwort',
  },
  page_password: {
    fr: 'Mot de passe',
    nl: 'Wachtwoord',
    en: 'Password',
    de: 'Passwort',
  },
  page_second_factor: {
    fr: 'Code de votre application d’authentification, si vous en utilisez une',
    nl: 'Code van uw authenticatie-app, als u er een gebruikt',
    en: 'Code of your authenticator app, if you use one',
    de: 'Code Ihrer Authentifizierungs-App, falls Sie eine verwenden',
  },
  page_language: {
    fr: 'Langue',
    nl: 'Taal',
    en: 'Language',
    de: 'Sprache',
  },
  page_accept: {
    fr: 'Accepter l’invitation',
    nl: 'Uitnodiging aanvaarden',
    en: 'Accept the invitation',
    de: 'Einladung annehmen',
  },
  page_accepted_title: {
    fr: 'C’est fait',
    nl: 'In orde',
    en: 'Done',
    de: 'Erledigt',
  },
  page_accepted_text: {
    fr: 'Votre compte {email} est prêt. Vous pouvez fermer cette page et vous connecter dans votre application.',
    nl: 'Uw account {email} is klaar. U kunt deze pagina sluiten en u aanmelden in uw toepassing.',
    en: 'Your account {email} is ready. You can close this page and sign in to your application.',
    de: 'Ihr Konto {email} ist bereit. Sie können diese Seite schließen und sich in Ihrer Anwendung anmelden.',
  },
  page_link_over_title: {
    fr: 'Ce lien ne fonctionne plus',
    nl: 'Deze link werkt niet meer',
    en: 'This link no longer works',
    de: 'Dieser Link gilt nicht mehr',
  },
  page_link_over_text: {
    fr: 'Il a déjà servi, il a expiré, ou il a été remplacé par un autre. Demandez-en un nouveau à la personne qui vous l’a envoyé.',
    nl: 'Hij is al gebruikt, verlopen of door een andere vervangen. Vraag een nieuwe aan wie hem u heeft bezorgd.',
    en: 'It was used, has run out, or was replaced by another one. Ask whoever sent it for a new one.',
    de: 'Er wurde bereits verwendet, ist abgelaufen oder wurde durch einen anderen ersetzt. Bitten Sie die Person, von der Sie ihn haben, um einen neuen.',
  },
  page_email_title: {
    fr: 'Confirmer votre adresse',
    nl: 'Uw adres bevestigen',
    en: 'Confirm your address',
    de: 'Ihre Adresse bestätigen',
  },
  page_email_text: {
    fr: 'Un compte Grandlivre se connectera désormais avec l’adresse {email}. Confirmez seulement si vous l’avez demandé vous-même.',
    nl: 'Een account bij Grandlivre zal zich voortaan aanmelden met het adres {email}. Bevestig alleen als u dat zelf hebt gevraagd.',
    en: 'A Grandlivre account will sign in with the address {email} from now on. Confirm only if you have asked for this yourself.',
    de: 'Ein Grandlivre-Konto meldet sich künftig mit der Adresse {email} an. Bestätigen Sie nur, wenn Sie das selbst beantragt haben.',
  },
  page_email_confirm: {
    fr: 'Confirmer l’adresse',
    nl: 'Adres bevestigen',
    en: 'Confirm the address',
    de: 'Adresse bestätigen',
  },
  page_email_not_you: {
    fr: 'Si ce n’était pas vous, fermez cette page : rien ne change.',
    nl: 'Was u dat niet, sluit dan deze pagina: er verandert niets.',
    en: 'If that was not you, close this page: nothing changes.',
    de: 'Wenn Sie das nicht waren, schließen Sie diese Seite: Es ändert sich nichts.',
  },
  page_reset_title: {
    fr: 'Choisir un nouveau mot de passe',
    nl: 'Een nieuw wachtwoord kiezen',
    en: 'Choose a new password',
    de: 'Ein neues Passwort wählen',
  },
  page_reset_text: {
    fr: 'Ce lien change le mot de passe du compte {email}.',
    nl: 'Deze link wijzigt het wachtwoord van de account {email}.',
    en: 'This link changes the password of the account {email}.',
    de: 'Dieser Link ändert das Passwort des Kontos {email}.',
  },
  page_reset_confirm: {
    fr: 'Changer le mot de passe',
    nl: 'Wachtwoord wijzigen',
    en: 'Change the password',
    de: 'Passwort ändern',
  },
  page_reset_ends: {
    fr: 'Toutes les sessions et tous les jetons de ce compte prennent fin.',
    nl: 'Alle sessies en tokens van deze account worden beëindigd.',
    en: 'All sessions and tokens of this account end.',
    de: 'Alle Sitzungen und Token dieses Kontos enden.',
  },
  page_reset_done: {
    fr: 'Votre mot de passe est changé. Vous pouvez fermer cette page et vous connecter.',
    nl: 'Uw wachtwoord is gewijzigd. U kunt deze pagina sluiten en u aanmelden.',
    en: 'Your password is changed. You can close this page and sign in.',
    de: 'Ihr Passwort wurde geändert. Sie können diese Seite schließen und sich anmelden.',
  },
  letter_password_subject: {
    fr: 'Choisir un nouveau mot de passe',
    nl: 'Een nieuw wachtwoord kiezen',
    en: 'Choose a new password',
    de: 'Ein neues Passwort wählen',
  },
  letter_password: {
    fr: `Bonjour,

Quelqu’un a demandé un nouveau mot de passe pour votre compte Grandlivre. Ouvrez ce lien dans l’heure pour le choisir :

{link}

Si ce n’était pas vous, vous n’avez rien à faire : votre mot de passe ne change pas.`,
    nl: `Dag,

Iemand heeft een nieuw wachtwoord gevraagd voor uw account bij Grandlivre. Open deze link binnen het uur om het te kiezen:

{link}

Was u dat niet, dan hoeft u niets te doen: uw wachtwoord blijft wat het is.`,
    en: `Hello,

Someone has asked for a new password for your Grandlivre account. Open this link within an hour to choose it:

{link}

If that was not you, there is nothing you need to do: your password stays as it is.`,
    de: `Guten Tag,

jemand hat ein neues Passwort für Ihr Grandlivre-Konto angefordert. Öffnen Sie innerhalb einer Stunde diesen Link, um es zu wählen:

{link}

Wenn Sie das nicht waren, brauchen Sie nichts zu tun: Ihr Passwort bleibt, wie es ist.`,
  },
  letter_invitation_subject: {
    fr: '{firm} vous invite sur Grandlivre',
    nl: '{firm} nodigt u uit op Grandlivre',
    en: '{firm} invites you to Grandlivre',
    de: '{firm} lädt Sie zu Grandlivre ein',
  },
  letter_invitation: {
    fr: `Bonjour,

{firm} vous invite à rejoindre son équipe sur Grandlivre. Ouvrez ce lien dans les sept jours pour accepter :

{link}

Si vous ne connaissez pas ce cabinet, vous n’avez rien à faire : il ne voit rien de vous.`,
    nl: `Dag,

{firm} nodigt u uit om deel uit te maken van zijn team op Grandlivre. Open deze link binnen zeven dagen om te aanvaarden:

{link}

Kent u dit kantoor niet, dan hoeft u niets te doen: het ziet niets van u.`,
    en: `Hello,

{firm} invites you to join its team on Grandlivre. Open this link within seven days to accept:

{link}

If you do not know this firm, there is nothing you need to do: it sees nothing of you.`,
    de: `Guten Tag,

{firm} lädt Sie ein, im Team auf Grandlivre mitzuarbeiten. Öffnen Sie innerhalb von sieben Tagen diesen Link, um anzunehmen:

{link}

Wenn Sie diese Kanzlei nicht kennen, brauchen Sie nichts zu tun: Sie sieht nichts von Ihnen.`,
  },
} as const satisfies Messages;
