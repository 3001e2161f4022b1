import { Field } from "@kolo/ui/field.tsx";
import { useAccountMessages } from "#i18n/account-messages.ts";

/** The field for a new password. */
export function NewPasswordField(props: {
  readonly error: string | undefined;
  readonly value: string;
  readonly onValue: (value: string) => void;
}) {
  const messages = useAccountMessages();
  return (
    <Field
      {...{ label: messages.new_password, help: messages.password_help, name: "password", type: "password" }}
      autoComplete="new-password"
      {...props}
    />
  );
}
