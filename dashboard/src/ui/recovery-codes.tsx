import { useAccountMessages } from "#i18n/account-messages.ts";
import { Notice } from "./page-elements.tsx";

/** The recovery codes for a lost second factor, shown once. */
export function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  const messages = useAccountMessages();
  return (
    <Notice>
      <h3>{messages.recovery}</h3>
      <p>{messages.recovery_help}</p>
      <ul className="recovery">
        {codes.map((one) => (
          <li key={one}>
            <code>{one}</code>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
