import { useTranslation } from "@kolo/ui/language.tsx";
import { useEffect, useState } from "react";
import { useApi } from "#app/api-query.ts";
import type { NotificationKind, NotificationSetting } from "#app/api-types.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { useMessages } from "#i18n/messages.ts";
import { Heading, Notice, QueryState } from "#ui/page-elements.tsx";
import { useAction } from "#ui/use-action.tsx";
import "./notifications.css";

const MESSAGES = {
  en: {
    intro: (business: string, email: string) =>
      `Mails about ${business} go to ${email}, in the language of your dashboard.`,
    test: "In test mode only approvals are mailed.",
    no_mail: "No mail server is set up, so no mails are sent. The platform operator can set one up.",
    mails: "Mails to you",
    saved: "Saved.",
    always: "Always",
    kinds: {
      approval_waiting: {
        title: "An order needs approval",
        help: "By default to owners and finance, who may approve. Not about your own orders. At most every 10 minutes.",
      },
      transfer_failed: {
        title: "Transfers failed",
        help: "By default to owners and finance. At most once an hour, with all failures since the last mail.",
      },
      webhook_failing: {
        title: "A webhook is failing",
        help: "By default to owners and developers: your server has accepted no events for a day, or the webhook was switched off.",
      },
    },
    security: "Security of your account",
    security_help: "A sign-in from a new device, a new password, passkey or second factor. Sent to you alone.",
  },
  fr: {
    intro: (business: string, email: string) =>
      `Les messages au sujet de ${business} vont à ${email}, dans la langue de votre tableau de bord.`,
    test: "En mode test, seules les validations font l’objet d’un message.",
    no_mail:
      "Aucun serveur de messagerie n’est configuré\u00a0: aucun message ne part. L’opérateur de la plateforme peut en configurer un.",
    mails: "Messages pour vous",
    saved: "Enregistré.",
    always: "Toujours",
    kinds: {
      approval_waiting: {
        title: "Un ordre est à valider",
        help: "Par défaut aux propriétaires et aux finances, qui peuvent valider. Jamais pour vos propres ordres. Au plus toutes les 10 minutes.",
      },
      transfer_failed: {
        title: "Des transferts ont échoué",
        help: "Par défaut aux propriétaires et aux finances. Au plus une fois par heure, avec tous les échecs depuis le dernier message.",
      },
      webhook_failing: {
        title: "Un webhook est en échec",
        help: "Par défaut aux propriétaires et aux développeurs\u00a0: votre serveur n’a accepté aucun événement depuis un jour, ou le webhook a été désactivé.",
      },
    },
    security: "Sécurité de votre compte",
    security_help:
      "Une connexion depuis un nouvel appareil, un nouveau mot de passe, une nouvelle clé d’accès ou un nouveau second facteur. Envoyé à vous seul.",
  },
};

/** The kinds of events that the person gets mails about at this business. */
export function NotificationsPage() {
  const { pages } = useMessages();
  const messages = useTranslation(MESSAGES);
  const { business, me } = useMerchantContext();
  const query = useApi("GET /{merchant}/notifications", {});
  return (
    <>
      <Heading title={pages.notifications} />
      <p className="quiet explained">
        {messages.intro(business.name, me.profile.email)} {messages.test}
      </p>
      <QueryState query={query} />
      {query.data && (
        <>
          {!query.data.has_mail && <Notice>{messages.no_mail}</Notice>}
          <ul className="notifications" aria-label={messages.mails}>
            {query.data.items.map((setting) => (
              <SettingRow key={setting.kind} setting={setting} onDone={query.reload} />
            ))}
            <li>
              <span>
                <strong>{messages.security}</strong>
                <span className="quiet">{messages.security_help}</span>
              </span>
              <span className="quiet">{messages.always}</span>
            </li>
          </ul>
        </>
      )}
    </>
  );
}

function SettingRow({ setting, onDone }: { readonly setting: NotificationSetting; readonly onDone: () => void }) {
  const messages = useTranslation(MESSAGES);
  const context = useMerchantContext();
  const action = useAction();
  const { title, help } = textsOf(messages, setting.kind);
  // The chosen value, until the page has loaded it.
  const [chosen, setChosen] = useState<boolean | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a loaded value replaces the chosen one
  useEffect(() => setChosen(null), [setting.by_mail]);
  const [is_saved, setSaved] = useState(false);
  async function choose(by_mail: boolean): Promise<void> {
    setChosen(by_mail);
    const body = { kind: setting.kind, by_mail };
    const { is_ok } = await action.run(() => context.send("PUT /{merchant}/notifications", { body }));
    setSaved(is_ok);
    if (is_ok) onDone();
    else setChosen(null);
  }
  return (
    <li>
      <label>
        <span>
          <strong>{title}</strong>
          <span className="quiet">{help}</span>
        </span>
        <input
          type="checkbox"
          name={setting.kind}
          checked={chosen ?? setting.by_mail}
          onChange={(event) => void choose(event.currentTarget.checked)}
        />
      </label>
      {action.error}
      <span className="hidden" role="status">
        {is_saved ? messages.saved : ""}
      </span>
    </li>
  );
}

function textsOf({ kinds }: (typeof MESSAGES)["en"], kind: NotificationKind) {
  return kinds[kind];
}
