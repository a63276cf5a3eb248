"""What a restricted player may not use, in the order of rules.options.BANS."""

from rotwsim.core.jit.decorators import kernel

(
    WITHOUT_INSURANCE,
    WITHOUT_HOTELS,
    WITHOUT_BOUNTIES,
    WITHOUT_URBANIZE,
    WITHOUT_NEW_INDUSTRY,
    WITHOUT_GROWTH,
    WITHOUT_EXECUTIVE,
    WITHOUT_LAND_GRANT,
    WITHOUT_ENGINEERING,
    WITHOUT_LINES,
    WITHOUT_BARONS,
    WITHOUT_WESTERN_LINK,
) = range(12)
CARD_BANS = (  # by kind of Operations card
    WITHOUT_HOTELS,
    WITHOUT_BOUNTIES,
    WITHOUT_NEW_INDUSTRY,
    WITHOUT_GROWTH,
    WITHOUT_EXECUTIVE,
    WITHOUT_LAND_GRANT,
    WITHOUT_ENGINEERING,
)


@kernel
def is_banned(rules, option):
    return (rules.without >> option) & 1 == 1
