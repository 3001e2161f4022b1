"""A client of Kolo's API, without dependencies."""

from .calls import VERSION, CallOptions, Response, Retry
from .client import Kolo
from .errors import FieldRefusal, KoloError, WebhookVerificationError
from .model import Model
from .models import *  # noqa: F403
from .pages import Page
from .publishable import PaymentToFollow, PublishableKolo
from .webhook import SignedWebhook, sign_test_webhook, verify_webhook

__version__ = VERSION
