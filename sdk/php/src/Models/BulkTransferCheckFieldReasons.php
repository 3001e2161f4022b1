<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read 'required'|'invalid_type'|'invalid_format'|'invalid_currency_code'|'invalid_country_code'|'invalid_email'|'invalid_value'|'not_one_of'|'too_small'|'too_large'|'too_short'|'too_long'|'too_few'|'too_many'|'unknown_parameter'|'repeated_parameter'|'misspelled_field'|'live_key'|'unsupported_field'|'invalid_unicode'|'invalid_form'|'conflicting_parameter'|'invalid_day'|'invalid_moment'|'scheduled_in_past'|'scheduled_too_far'|'time_zone_of_merchant'|'due_in_past'|'due_at_of_instalments'|'instalments_sum'|'instalments_order'|'schedule_never_due'|'days_not_daily'|'reference_of_schedule'|'schedule_missing'|'end_before_start'|'search_too_broad'|'cursor_outdated'|'invalid_url'|'url_with_password'|'app_scheme'|'not_with_publishable_key'|'callback_of_other_origin'|'limit_not_stricter'|'limits_exhausted'|'limit_currency'|'limit_holder'|'payee_blocked'|'otp_required'|'payer_blocked'|'block_party'|'already_blocked'|'blocks_exhausted'|'reference_invalid'|'reference_reserved'|'reference_taken'|'possible_duplicate'|'reference_repeated'|'unknown_beneficiary'|'unknown_customer'|'unknown_withdrawal_account'|'withdrawal_account_unconfirmed'|'withdrawal_account_cooling'|'unknown_payment'|'immutable_field'|'unknown_currency'|'unknown_country'|'no_exchange_rate'|'bulk_currency_mismatch'|'invoice_part_too_large'|'logo_kind'|'logo_too_large'|'link_amount_too_large'|'link_limit_below_payments'|'invoice_part_not_allowed'|'amount_below_minimum'|'amount_above_maximum'|'unknown_channel'|'channel_not_connected'|'channel_currency_mismatch'|'channel_not_collecting'|'channel_country_mismatch'|'channel_without_phone'|'channel_paused'|'no_collecting_channel'|'no_channel_in_country'|'locked_currency_mismatch'|'unknown_network'|'unreachable_network'|'invalid_phone'|'phone_of_other_country'|'invalid_mobile_number'|'unknown_mobile_range'|'recipient_required'|'recipient_ambiguous'|'contact_required'|'payer_required'|'required_for_type'|'required_by_channel'|'beneficiary_type_mismatch'|'beneficiary_currency_mismatch'|'payment_not_complete'|'payment_fully_refunded'|'payment_reversed'|'nothing_to_refund'|'refund_too_large'|'part_size_required'|'fixed_part_of_open_amount'|'split_exceeds_payment'|'part_merchant_not_linked'|'part_environment_not_linked'|'unknown_part'|'part_not_held'|'payment_not_split'|'too_many_webhooks'|'host_not_public'|'port_not_allowed'|'file_too_large'|'file_too_complex'|'file_too_large_unpacked'|'file_encrypted'|'file_unreadable'|'file_encoding_mixed'|'file_character_invalid'|'file_quotes_invalid'|'file_too_many_lines'|'file_too_many_rows'|'file_too_many_columns'|'file_row_too_long'|'file_row_too_wide'|'file_columns_missing'|'file_column_unsupported'|'file_columns_repeated' $reason
 * @property-read ReasonParams $params
 */
final class BulkTransferCheckFieldReasons extends Model
{
    protected const FIELDS = [
        'reason',
        'params',
    ];
    protected const SHAPES = [
        'params' => ReasonParams::class,
    ];
}
